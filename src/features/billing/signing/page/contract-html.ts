import MarkdownIt from 'markdown-it'
import type Token from 'markdown-it/lib/token.mjs'

// In a thread: to read the text of a contract may take longer than others should wait.

// Nothing is loaded from elsewhere.
const parser = new MarkdownIt({ html: false, linkify: false }).disable('image')
const { rules } = parser.renderer
rules.table_open = (all, index, options, _env, self) => `<div class="tabled">${self.renderToken(all, index, options)}`
rules.table_close = () => '</table></div>\n'

/**
 * The Markdown of a contract as HTML of its page.
 * @public A thread calls it by its name.
 */
export function renderContractHtml(markdown: string): string {
  const tokens = parser.parse(markdown, {})
  shiftHeadings(tokens)
  makeTablesResponsive(tokens)
  return parser.renderer.render(tokens, parser.options, {})
}

/** Headings stand below that of the page, none of them more than one level below the one it belongs to. */
function shiftHeadings(tokens: readonly Token[]) {
  const above: string[] = []
  for (const token of tokens) {
    if (token.type === 'heading_open') {
      while ((above.at(-1) ?? '') >= token.tag) above.pop()
      above.push(token.tag)
    }
    if (token.type.startsWith('heading_')) token.tag = `h${Math.min(6, above.length + 1)}`
  }
}

/** Each table becomes one of the design: on a phone its rows are cards, with the name of its column before each value. */
function makeTablesResponsive(tokens: readonly Token[]) {
  let labels: string[] = []
  let column = 0
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'table_open') {
      labels = []
      token.attrSet('class', 'table')
      token.attrSet('role', 'table')
    }
    if (token.type === 'th_open' || token.type === 'td_open') alignByClass(token)
    if (token.type === 'th_open') labels.push(toPlainText(tokens[index + 1]))
    if (token.type === 'tr_open') column = 0
    if (token.type === 'td_open') {
      token.attrSet('data-label', labels[column] ?? '')
      column += 1
    }
  }
}

/** Markdown's own attribute is an inline style, which the policy of the page refuses. */
function alignByClass(token: Token) {
  const isRight = token.attrGet('style') === 'text-align:right'
  token.attrs = isRight ? [['class', 'figure']] : null
}

/** What an inline token says, without how. */
const toPlainText = (token: Token | undefined) => token?.children?.map(({ content }) => content).join('') ?? ''
