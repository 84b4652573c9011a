import MarkdownIt from 'markdown-it'
import type Token from 'markdown-it/lib/token.mjs'

// Runs in a thread because parsing may take long.

// Disables images, so that nothing is loaded from other sites.
const parser = new MarkdownIt({ html: false, linkify: false }).disable('image')
const { rules } = parser.renderer
rules.table_open = (all, index, options, _env, self) => `<div class="tabled">${self.renderToken(all, index, options)}`
rules.table_close = () => '</table></div>\n'

/** @public A thread runs it by its name. */
export function renderContractHtml(markdown: string): string {
  const tokens = parser.parse(markdown, {})
  shiftHeadings(tokens)
  makeTablesResponsive(tokens)
  return parser.renderer.render(tokens, parser.options, {})
}

/** Headings start below the page's own, and never skip a level. */
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

/** On phones, rows become cards with the column name before each value. */
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

/** The page's policy forbids the inline styles that Markdown creates. */
function alignByClass(token: Token) {
  const isRight = token.attrGet('style') === 'text-align:right'
  token.attrs = isRight ? [['class', 'figure']] : null
}

const toPlainText = (token: Token | undefined) => token?.children?.map(({ content }) => content).join('') ?? ''
