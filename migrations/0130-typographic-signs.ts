import { VoicingMarks } from './0118-voicing-marks.ts'

/** Folded columns are computed again: typographic apostrophes, quotation marks and dashes are those of a keyboard. */
export class TypographicSigns extends VoicingMarks {}
