// npm run draw-names -- [--count 150] [--seed N]: the questions of a reader's test (see CONTRIBUTING.md).
// Prints exported names and file names of src/, drawn at random, with their signatures but without bodies and comments.
import { execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { parseSync } from 'vite'
import { Random } from '#core/feature/demo'

// The parts of the ESTree that are read here.
interface Node {
  type: string
  start: number
  end: number
  name?: string
  id?: Node | null
  key?: Node
  value?: Node | null
  init?: Node | null
  body?: Node | Node[] | null
  accessibility?: string | null
  decorators?: Node[]
  declaration?: Node | null
  declarations?: Node[]
  specifiers?: { exported: Node; local: Node }[]
}

const maxSignatureLength = 400

const { values } = parseArgs({ options: { count: { type: 'string', default: '150' }, seed: { type: 'string' } } })
const seed = Number(values.seed ?? randomInt(1_000_000))

/** The source with comments and decorators blanked: both would tell what the name has to. */
function blank(source: string, spans: readonly Pick<Node, 'start' | 'end'>[]): string {
  let text = source
  for (const { start, end } of spans) text = text.slice(0, start) + ' '.repeat(end - start) + text.slice(end)
  return text
}

/** On one line; long texts, such as summaries of routes, would tell what the name has to. */
const shorten = (text: string) => {
  const line = text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(['"`])(?:(?!\1).){40,}\1/g, "'…'")
    .trim()
  return line.length > maxSignatureLength ? `${line.slice(0, maxSignatureLength)} …` : line
}

/** A declaration up to its body. */
function signature(source: string, node: Node): string {
  const { body, type } = node
  if (type === 'ClassDeclaration' && body && !Array.isArray(body)) {
    const members = (body.body as Node[])
      .filter(({ key, accessibility }) => key?.type !== 'PrivateIdentifier' && accessibility !== 'private')
      .map((member) => {
        // Cut before the body of a method or function, or before the initial value of a property.
        const inner = member.value?.body ?? member.value
        return source.slice(member.start, inner && !Array.isArray(inner) ? inner.start : member.end).trim()
      })
    return `${source.slice(node.start, body.start)}{ ${members.join('; ')} }`
  }
  if (type === 'VariableDeclarator') return `const ${initializer(source, node)}`
  return source.slice(
    node.start,
    type === 'FunctionDeclaration' && body && !Array.isArray(body) ? body.start : node.end,
  )
}

const isFunction = (node: Node | null | undefined) => node?.type === 'ArrowFunctionExpression'

function initializer(source: string, { start, end, init }: Node): string {
  let inner = init
  while (isFunction(inner)) {
    const { body } = inner as Node
    if (!body || Array.isArray(body)) break
    if (!isFunction(body)) return source.slice(start, body.start)
    inner = body
  }
  return source.slice(start, end)
}

function exportsOf(path: string): string[] {
  const text = readFileSync(path, 'utf8')
  const { program, comments } = parseSync(path, text)
  const spans: { start: number; end: number }[] = [...comments]
  const collect = (value: unknown): void => {
    if (!value || typeof value !== 'object') return
    if (Array.isArray(value)) {
      for (const each of value) collect(each)
      return
    }
    spans.push(...((value as Node).decorators ?? []))
    for (const each of Object.values(value)) collect(each)
  }
  collect(program.body)
  const source = blank(text, spans)
  return (program.body as unknown as Node[]).flatMap(({ type, declaration }) => {
    if (type !== 'ExportNamedDeclaration' || !declaration) return []
    return (declaration.declarations ?? [declaration]).map((each) => shorten(signature(source, each)))
  })
}

const files = execFileSync('git', ['ls-files', 'src/*.ts', 'src/*.tsx'], { encoding: 'utf8', maxBuffer: 2 ** 24 })
  .split('\n')
  .filter((path) => path && !path.endsWith('.d.ts'))
const questions = files.flatMap((path) => [path, ...exportsOf(path).map((each) => `${path}\n   ${each}`)])
const drawn = new Random(seed).some(questions, Number(values.count))

console.log(`# Seed ${seed}: ${drawn.length} of ${questions.length} exported names and file names\n`)
console.log(drawn.map((question, index) => `${index + 1}. ${question}`).join('\n'))
