import { isDeepStrictEqual } from 'node:util'
import type Token from 'markdown-it/lib/token.mjs'
import type { FlowStyle, TextRun } from './flow.ts'
import type { StructureElement } from './structure-tree.ts'

/** Removes the checkbox from a task's text and returns it; null if there is none. */
export function takeTaskCheckbox(inline: Token | undefined): string | null {
  const [first] = inline?.children ?? []
  const [mark, state] = (first?.type === 'text' && /^\[([ xX])\]\s/.exec(first.content)) || []
  if (!first || !mark) return null
  first.content = first.content.slice(mark.length)
  return state === ' ' ? '☐' : '☑'
}

/** Replaces the space between a number and its unit or sign (DIN 5008) by a no-break space. */
const keepUnitsTogether = (text: string) => text.replaceAll(/(?<=\d) (?=[€%‰$£])|(?<=§) (?=\d)/g, '\u00a0')

const safeLink = /^(https?:\/\/|mailto:|tel:)[\x21-\x7e]+$/i

export function inlineToRuns(
  tokens: readonly Token[],
  part: StructureElement,
  { color }: Pick<FlowStyle, 'color'>,
): TextRun[] {
  const runs: TextRun[] = []
  const open = { strong: 0, em: 0, s: 0 }
  let address: string | undefined
  const add = (written: string, font: { font?: 'mono' } = {}) => {
    if (written === '') return
    const text = font.font === 'mono' ? written : keepUnitsTogether(written)
    const last = runs.at(-1)
    const next: TextRun = {
      text: '',
      part,
      ...(color && { color }),
      ...(open.strong > 0 && { bold: true }),
      ...(open.em > 0 && { italics: true }),
      ...(open.s > 0 && { struck: true }),
      ...(address && { address }),
      ...font,
    }
    if (last && isDeepStrictEqual({ ...last, text: '' }, next)) last.text += text
    else runs.push({ ...next, text })
  }
  for (const token of tokens) {
    const [, name = '', end = ''] = /^(strong|em|s)_(open|close)$/.exec(token.type) ?? []
    if (name) open[name as keyof typeof open] += end === 'open' ? 1 : -1
    else if (token.type === 'link_open') {
      const href = token.attrGet('href') ?? ''
      address = safeLink.test(href) ? href : undefined
    } else if (token.type === 'link_close') address = undefined
    else if (token.type === 'softbreak') add(' ')
    else if (token.type === 'hardbreak') add('\n')
    else if (token.type === 'code_inline') add(token.content, { font: 'mono' })
    else add(token.content)
  }
  return runs.length ? runs : [{ text: '', part }]
}
