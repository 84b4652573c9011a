import { buildSchema } from 'graphql'
import { describe, expect, test } from 'vitest'
import { createDocumentCache, type Requester } from '#core/graphql/document-cache'

const schema = buildSchema('type Query { a: Int b: Query }')
/** A unique document of about that weight. */
let last = 0
const newDocument = (weight = 100) => `{ b { ${'a '.repeat(weight)} } } #${++last}`
const of = (member: string, organization: string): Requester => [
  { key: `member ${member}`, share: 'member' },
  { key: `organization ${organization}`, share: 'organization' },
]
const codeOf = (prepared: ReturnType<ReturnType<typeof createDocumentCache>>) =>
  'kind' in prepared ? 'prepared' : (prepared[0]?.originalError as { code?: string })?.code

describe('new documents', () => {
  test('count towards the requester, and cached ones do not', () => {
    const prepare = createDocumentCache(schema, 4)
    const known = newDocument()
    const first = prepare(known, null, of('a', 'x'))
    const codes = Array.from({ length: 10 }, () => codeOf(prepare(newDocument(), null, of('a', 'x'))))
    expect(codes).toContain('prepared')
    expect(codes.at(-1)).toBe('rate_limited')
    expect(prepare(known, null, of('a', 'x'))).toBe(first)
    expect(codeOf(prepare(newDocument(), null, of('b', 'x')))).toBe('prepared')
  })
  test('count towards the organization across members', () => {
    const prepare = createDocumentCache(schema, 1)
    const codes = Array.from({ length: 10 }, (_, member) =>
      codeOf(prepare(newDocument(), null, of(String(member), 'x'))),
    )
    expect(codes.at(-1)).toBe('rate_limited')
    expect(codeOf(prepare(newDocument(), null, of('z', 'y')))).toBe('prepared')
  })
  test('count even if invalid', () => {
    const prepare = createDocumentCache(schema, 1)
    const wrong = () => `{ ${'c '.repeat(900)} } #${++last}`
    const codes = Array.from({ length: 10 }, () => codeOf(prepare(wrong(), null, of('a', 'x'))))
    expect(codes[0]).toBeUndefined()
    expect(codes.at(-1)).toBe('rate_limited')
  })
})

describe('prepared documents', () => {
  test('of an organization evict only its own, least recently used first', () => {
    const prepare = createDocumentCache(schema, 1_000_000)
    const [theirs, hot, cold] = [newDocument(), newDocument(), newDocument()]
    const kept = prepare(theirs, null, of('b', 'y'))
    const [first, second] = [prepare(hot, null, of('a', 'x')), prepare(cold, null, of('a', 'x'))]
    for (let count = 0; count < 200; count += 1) {
      prepare(newDocument(), null, of('a', 'x'))
      expect(prepare(hot, null, of('c', 'z'))).toBe(first)
    }
    expect(prepare(cold, null, of('a', 'x'))).not.toBe(second)
    expect(prepare(theirs, null, of('b', 'y'))).toBe(kept)
  })
  test('are limited in total', () => {
    const prepare = createDocumentCache(schema, 1_000_000)
    const oldest = newDocument()
    const first = prepare(oldest, null, of('0', '0'))
    for (let count = 0; count < 500; count += 1)
      prepare(newDocument(), null, of(String(count), `organization ${count % 10}`))
    expect(prepare(oldest, null, of('0', '0'))).not.toBe(first)
  })
})
