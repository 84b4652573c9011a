import type { Bilingual } from '#core/text/language'

export class BillRefused extends Error {
  override readonly name = 'BillRefused'
  readonly text: Bilingual

  constructor(text: Bilingual) {
    super(text.en)
    this.text = text
  }
}
