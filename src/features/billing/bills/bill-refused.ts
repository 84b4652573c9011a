import type { Bilingual } from '#core/text/language'

/** A file that has no e-invoice that can be read. */
export class BillRefused extends Error {
  override readonly name = 'BillRefused'
  readonly text: Bilingual

  constructor(text: Bilingual) {
    super(text.en)
    this.text = text
  }
}
