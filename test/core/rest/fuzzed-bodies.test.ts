import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { generateRestRoutes } from '#core/rest/routes'
import { createSchemas, describeRest } from '../../../src/app.ts'
import { sendBody, written } from '../../features/content/files/upload.ts'
import { createFixtures, exampleNameFor } from '../../harness/fixtures.ts'
import { fuzzOptions, fuzzTestOptions, mutate } from '../../harness/fuzz.ts'
import { house, type Method } from '../../harness/house.ts'

// Bodies generated from the documentation must not cause internal errors.

const at = house()
const { rest } = createSchemas()
type Described = { requestBody?: { content: Record<string, { example?: object }> } }
const { paths } = (await describeRest(rest, '')) as { paths: Record<string, Record<string, Described>> }
const routes = generateRestRoutes(rest)
  .map(({ route: { method, path } }) => ({ method, path }))
  .flatMap(({ method, path }) => {
    const example = paths[path]?.[method.toLowerCase()]?.requestBody?.content['application/json']?.example
    return example ? [{ method: method as Method, path, example: example as Record<string, unknown> }] : []
  })

let things: Record<string, string> = {}
beforeAll(async () => {
  things = await createFixtures(at).all()
}, 60_000)

const odd = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1.5,
    1e21,
    2 ** 53,
    '',
    ' ',
    '0',
    'x',
    '\0',
    '\ud800',
    '%',
    "'",
    '2026-02-30',
    '9999-12-31',
  ),
  fc.constantFrom<unknown>(
    [],
    [[]],
    [null],
    {},
    { __proto__: null },
    { id: null },
    'x'.repeat(100_000),
    '00000000-0000-4000-8000-000000000000',
  ),
  fc.jsonValue({ maxDepth: 2 }),
)

/** The example with odd values at some positions. */
const bodyOf = (example: Record<string, unknown>) => {
  const names = [...Object.keys(example), 'unknown']
  return fc
    .array(fc.tuple(fc.constantFrom(...names), odd), { minLength: 1, maxLength: 3 })
    .map((changes) => ({ ...example, ...Object.fromEntries(changes) }))
}

test.each(routes)(
  'no JSON at $method $path is answered by a fault of ours',
  fuzzTestOptions,
  async ({ method, path, example }) => {
    const id =
      (path.includes('{') && !path.startsWith('/public/') && things[exampleNameFor(path)]) ||
      '00000000-0000-4000-8000-000000000000'
    await fc.assert(
      fc.asyncProperty(bodyOf(example), async (body) => {
        const { status, body: answer } = await at.owner.rest(method, path.replace(/\{\w+\}/g, id), body)
        expect(status, JSON.stringify(answer)).toBeLessThan(500)
      }),
      fuzzOptions(10),
    )
  },
)

test('random JSON and forms never cause an internal error', fuzzTestOptions, async () => {
  const json = JSON.stringify({ name: 'Müller', email: 'a@kontor.example', address: { city: 'Köln', country: 'DE' } })
  const form = await written({ folder_id: '00000000-0000-4000-8000-000000000000', file: ['Inhalt', 'brief.txt'] })
  const texts = fc.tuple(mutate(json), mutate(form.payload.toString('latin1')))
  await fc.assert(
    fc.asyncProperty(texts, async ([body, parts]) => {
      const answers = [
        await sendBody(at, 'owner', Buffer.from(body, 'latin1'), { 'content-type': 'application/json' }, '/clients'),
        await sendBody(at, 'owner', Buffer.from(parts, 'latin1'), { 'content-type': form.type }),
      ]
      expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
    }),
    fuzzOptions(400),
  )
})
