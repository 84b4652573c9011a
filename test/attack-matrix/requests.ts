import { createHash } from 'node:crypto'
import { serialize } from 'node:v8'
import { vi } from 'vitest'
import type { Transaction } from '#core/database/transaction'
import { generateRestRoutes } from '#core/rest/routes'
import { type App, byteRoutes, createSchemas, describeRest } from '../../src/app.ts'
import { exampleNames } from '../harness/fixtures.ts'
import type { Method } from '../harness/house.ts'
import type { Rule } from './rules.ts'

// The rows of the matrix: each route of the OpenAPI document, with the request that its example makes.

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  example?: unknown
}

interface Described {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { example?: object }> }
}

const { rest } = createSchemas()
const document = (await describeRest(rest, '')) as { paths: Record<string, Record<string, Described>> }

/** A route and who may use it. */
export interface Row extends Pick<Rule, 'may'> {
  /** Of the GraphQL field that it runs, where there is one. */
  operation: string
  method: Method
  path: string
  /** Whether a token that may only read is refused. */
  writes: boolean
  parameters: Parameter[]
  body: object | undefined
  contentType: string | undefined
}

function describedAt(method: string, path: string): Omit<Row, 'may' | 'operation' | 'writes'> {
  const described = document.paths[path]?.[method.toLowerCase()]
  if (!described) throw new Error(`${method} ${path} is not in the OpenAPI document.`)
  const content = described.requestBody?.content ?? {}
  return {
    method: method.toUpperCase() as Method,
    path,
    parameters: (described.parameters ?? []).filter(({ example }) => example !== undefined),
    body: content['application/json']?.example,
    contentType: Object.keys(content)[0],
  }
}

/** Routes of bytes that read, although their method could write. */
const reading = ['readBill']

/** Every route; `may` is undefined where it needs no token. */
export const rows: Row[] = [
  ...generateRestRoutes(rest).map(({ route: { method, path, operation, writes, field } }) => {
    const may = field.extensions.may as Row['may']
    return { ...describedAt(method, path), operation, writes, may }
  }),
  ...byteRoutes.map((route) => ({
    ...describedAt(route.method, route.path),
    operation: route.operationId,
    writes: !['get', 'head'].includes(route.method) && !reading.includes(route.operationId),
    may: 'may' in route ? route.may : undefined,
  })),
]

export interface Request {
  url: string
  body: object | string | undefined
  headers: Record<string, string>
}

const exampleIds = /0198c0de-[\w-]{27}/g

/** The ids that an example mentions. */
export const idsIn = (value: unknown): string[] => [...new Set(JSON.stringify(value ?? null).match(exampleIds) ?? [])]

/** A value with the ids of examples, and other texts that stand for one, replaced. */
export const withIds = <Value>(value: Value, idOf: (exampleId: string) => string): Value =>
  JSON.parse(
    JSON.stringify(value ?? null)
      .replace(exampleIds, idOf)
      .replace(/"(session|passkey)"/g, (_, name) => `"${idOf(name)}"`),
  ) as Value

/** The id of the thing that an example means, in an organization that has one of each. */
export const idAmong = (things: Readonly<Record<string, string>>) => (exampleId: string) => {
  const name = exampleNames.get(exampleId)
  return (name && things[name]) ?? exampleId
}

/** Bytes that are sent where an example cannot be JSON, by their type. */
const payloads: Record<string, string> = {
  'multipart/form-data':
    '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\na\r\n--x--\r\n',
  'application/offset+octet-stream': 'a',
}

/** The request of a row, with ids as `idOf` gives them. */
export function requestOf({ path, parameters, body, contentType }: Row, idOf: (exampleId: string) => string): Request {
  const given = (place: Parameter['in']) =>
    parameters
      .filter((each) => each.in === place)
      .map(({ name, example }): [string, string] => [name, String(withIds(example, idOf))])
  const address = given('path').reduce((text, [name, value]) => text.replace(`{${name}}`, value), path)
  const query = given('query')
  const payload = body || !contentType ? undefined : payloads[contentType]
  const type = contentType === 'multipart/form-data' ? `${contentType}; boundary=x` : contentType
  return {
    url: query.length ? `${address}?${new URLSearchParams(query)}` : address,
    body: body ? withIds(body, idOf) : payload,
    headers: { ...Object.fromEntries(given('header')), ...(payload && type && { 'content-type': type }) },
  }
}

/** What a row's example mentions ids in. */
export const mentionedBy = ({ parameters, body }: Row) => ({
  path: idsIn(parameters.filter((each) => each.in === 'path').map(({ example }) => example)),
  elsewhere: idsIn([parameters.filter((each) => each.in !== 'path').map(({ example }) => example), body]),
})

/**
 * Undoes every operation at its commit, so that each request finds the same organization, and runs each function of the
 * threads once for the same input: a hundred callers see one drawing.
 */
export function undoEverything({ services: { database, threads } }: App) {
  let isUndoing = true
  const begin = database.begin.bind(database)
  vi.spyOn(database, 'begin').mockImplementation(async (...given) => {
    const transaction: Transaction = await begin(...given)
    if (isUndoing && given[0] === 'write')
      transaction.commit = async () => {
        const refused = await transaction.rollback()
        if (refused) throw refused
      }
    return transaction
  })
  const run = threads.run.bind(threads) as (...given: unknown[]) => Promise<unknown>
  const known = new Map<string, Promise<unknown>>()
  vi.spyOn(threads, 'run').mockImplementation(((
    turn: unknown,
    module: { url: string },
    name: string,
    input: unknown,
  ) => {
    const key = createHash('sha256').update(`${module.url} ${name}`).update(serialize(input)).digest('base64')
    const result = known.get(key) ?? run(turn, module, name, input)
    known.set(key, result)
    return result
  }) as never)
  return {
    /** Does something that stays. */
    async keeping<Result>(work: () => Promise<Result>): Promise<Result> {
      isUndoing = false
      try {
        return await work()
      } finally {
        isUndoing = true
      }
    },
  }
}
