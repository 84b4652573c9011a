import { Problem } from '../core/errors.ts'

/** 410: an address past its time. */
export const expired = () =>
  new Problem(410, 'expired', { de: 'Dieser Link ist abgelaufen.', en: 'This link has expired.' })
