import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { Parser } from 'htmlparser2'
import MarkdownIt from 'markdown-it'
import { expect, test } from 'vitest'
import { checkDocument } from '#rich-text/document'
import { fromMarkdown } from '#rich-text/from-markdown'
import { toHtml } from '#rich-text/to-html'
import { toMarkdown } from '#rich-text/to-markdown'

// Markdown that others wrote: the READMEs of the installed packages. READMES=all takes every one of them.
const sample = 60

const paths = globSync('node_modules/**/{README,Readme,readme}{.md,.markdown}').sort()
const reader = new MarkdownIt({ html: true })
const unseen = new Set(['script', 'style', 'svg'])
const apart = /^(p|div|li|td|th|h\d|br|pre|tr|summary|input)$/

/** The words that a reader sees of Markdown, by a parser and a renderer that are not ours; of a picture what it is called. */
function words(markdown: string): string[] {
  let text = ''
  let hidden = 0
  const parser = new Parser({
    onopentag(name, { alt }) {
      if (unseen.has(name)) hidden += 1
      if (alt) text += ` ${alt} `
      if (apart.test(name)) text += ' '
    },
    onclosetag(name) {
      if (unseen.has(name)) hidden -= 1
      if (apart.test(name)) text += ' '
    },
    ontext(data) {
      if (hidden === 0) text += data
    },
  })
  parser.end(reader.render(markdown))
  return text.match(/[\p{L}\p{N}]{2,}/gu) ?? []
}

/** How many of these words are among those, each as often as it is there. */
function among(these: readonly string[], those: readonly string[]): number {
  const left = new Map<string, number>()
  for (const word of those) left.set(word, (left.get(word) ?? 0) + 1)
  return these.filter((word) => {
    const count = left.get(word) ?? 0
    left.set(word, count - 1)
    return count > 0
  }).length
}

test('READMEs of others go in and out with their words, and the second time nothing changes', {
  timeout: 300_000,
}, () => {
  expect(paths.length).toBeGreaterThan(400)
  // Which these are follows from the path alone, so that the same are taken on every machine.
  const isChosen = (path: string) =>
    createHash('sha256').update(path).digest().readUInt32BE() / 2 ** 32 < sample / paths.length
  const chosen = process.env.READMES === 'all' ? paths : paths.filter(isChosen)
  let [there, kept] = [0, 0]
  for (const path of chosen) {
    const text = readFileSync(path, 'utf8')
    const converted = fromMarkdown(text)
    if (!converted.ok) throw new Error(`${path}: ${JSON.stringify(converted.problems)}`)
    const { document } = converted
    expect(checkDocument(document), path).toEqual({ ok: true, document })
    const written = toMarkdown(document).text
    const again = fromMarkdown(written)
    expect(again, path).toMatchObject({ ok: true, document })
    if (again.ok) expect(toMarkdown(again.document).text, path).toBe(written)
    expect(toHtml(document)).not.toMatch(/<(?:script|style|iframe)|href="(?:javascript|data):/i)
    const said = words(text)
    const back = among(said, words(written))
    expect(back / Math.max(said.length, 1), path).toBeGreaterThanOrEqual(0.97)
    there += said.length
    kept += back
  }
  console.log(
    `READMEs: ${chosen.length} of ${paths.length}, ${kept} of ${there} words kept (${((100 * kept) / there).toFixed(2)} %)`,
  )
})
