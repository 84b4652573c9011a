/** What a conversion could not keep. */
export type WarningKind =
  /** Unsupported element; its text is kept. */
  | 'html'
  /** Element that was dropped with its content. */
  | 'html_dropped'
  /** Dropped HTML comment. */
  | 'comment'
  /** Footnote, kept as text. */
  | 'footnote'
  /** Image outside of our storage, kept as a link. */
  | 'image'
  /** Image with a forbidden address, such as `data:`; its alternative text is kept. */
  | 'image_text'
  /** Link with a forbidden target; its text is kept. */
  | 'link'
  /** Nesting beyond the limit; the text is kept. */
  | 'nesting'
  /** Text after the language of a code block. */
  | 'code_info'
  /** Numbers of a numbered task list. */
  | 'numbering'
  /** Node or mark that is not in the schema. */
  | 'type'
  /** Layout that Markdown cannot express: column widths, image sizes. */
  | 'layout'
  /** Front matter that would not be recognized again, kept as code. */
  | 'front_matter'
  /** Further warnings that are not listed. */
  | 'more'

export interface ConversionWarning {
  kind: WarningKind
  /** What the warning is about, such as an element name or an address. */
  detail: string
  /** Line of the first occurrence, counted from 1. */
  line: number | null
  /** Number of occurrences. */
  count: number
}

const maxWarnings = 100

/** Collects warnings, one per kind and detail. */
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
