/** What a conversion could not keep. */
export type WarningKind =
  /** An element that the document does not have: its text is kept. */
  | 'html'
  /** One that is gone with what is in it: nobody would have read it, or it is no text. */
  | 'html_dropped'
  /** A comment of HTML: it is gone. */
  | 'comment'
  /** A footnote: it is kept as text. */
  | 'footnote'
  /** A picture that is not among our files: it is kept as a link. */
  | 'image'
  /** One to which no link may lead either, such as `data:`: what it is called is kept. */
  | 'image_text'
  /** A link to where no link may lead: its text is kept. */
  | 'link'
  /** Lists or quotes deeper than a document goes: their text is kept. */
  | 'nesting'
  /** What stands behind the language of a code block. */
  | 'code_info'
  /** The numbers of a numbered list of tasks. */
  | 'numbering'
  /** A node or a mark that is not of the schema. */
  | 'type'
  /** What Markdown cannot say: the widths of columns, the size of a picture. */
  | 'layout'
  /** Front matter that Markdown would not read as such: it is code. */
  | 'front_matter'
  /** More warnings, which are not listed. */
  | 'more'

export interface ConversionWarning {
  kind: WarningKind
  /** What it is about: the name of an element, an address. */
  detail: string
  /** The line of the text where it is first, from 1. */
  line: number | null
  /** How often. */
  count: number
}

const maxWarnings = 100

/** Collects warnings, each kind and detail once. */
export class WarningCollector {
  private readonly found = new Map<string, ConversionWarning>()
  private left = 0

  add(kind: WarningKind, detail = '', line: number | null = null): void {
    const short = detail.length > 200 ? `${detail.slice(0, 199)}…`.toWellFormed() : detail
    const key = `${kind} ${short}`
    const known = this.found.get(key)
    if (known) known.count += 1
    else if (this.found.size < maxWarnings) this.found.set(key, { kind, detail: short, line, count: 1 })
    else this.left += 1
  }

  get list(): ConversionWarning[] {
    const more: ConversionWarning = { kind: 'more', detail: '', line: null, count: this.left }
    return [...this.found.values(), ...(this.left ? [more] : [])]
  }
}
