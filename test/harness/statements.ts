import pg from 'pg'

/** A statement as the service sent it. */
export interface SentStatement {
  text: string
  values: readonly unknown[]
  /** False for notifications, which are not prepared. */
  isPrepared: boolean
  /** The line of the source that wrote it; of the test, where no source did; undefined where that is not to be seen. */
  place(): string | undefined
}

const hearing = new Set<(sent: SentStatement) => void>()

// Every connection of the service is one of node-postgres: those of requests, of the owner and of the jobs.
const { query } = pg.Client.prototype as { query(...given: unknown[]): unknown }
function send(this: unknown, ...given: unknown[]) {
  const [statement, second] = given as [string | { text?: string; name?: string; values?: unknown[] }, unknown]
  const text = typeof statement === 'string' ? statement : statement?.text
  const values = (typeof statement === 'object' && statement?.values) || (Array.isArray(second) ? second : [])
  const isPrepared = typeof statement === 'object' && statement?.name !== undefined
  const place = () => placeAbove(send) ?? pooled.get(text ?? '')
  if (text) for (const hear of hearing) hear({ text, values, isPrepared, place })
  return query.apply(this, given)
}
Object.assign(pg.Client.prototype, { query: send })

/** Where a text was first given to a pool, which sends it when it has a connection. */
const pooled = new Map<string, string | undefined>()
const { query: queryPool } = pg.Pool.prototype as { query(...given: unknown[]): unknown }
function give(this: unknown, ...given: unknown[]) {
  const [statement] = given as [string | { text?: string }]
  const text = typeof statement === 'string' ? statement : statement?.text
  if (text && !pooled.has(text)) pooled.set(text, placeAbove(give))
  return queryPool.apply(this, given)
}
Object.assign(pg.Pool.prototype, { query: give })

/** Calls `hear` for every statement until the returned function is called. */
export function onStatement(hear: (sent: SentStatement) => void): () => void {
  hearing.add(hear)
  return () => void hearing.delete(hear)
}

/** Records the statements of operations without commits; requests are counted separately. */
export function recordStatements() {
  let texts: string[] = []
  const stop = onStatement(({ text, isPrepared }) => {
    if (isPrepared && !/ count_\w+_request\(/.test(text)) texts.push(text)
  })
  return {
    /** Those since the last call. */
    take() {
      const taken = texts
      texts = []
      return taken
    },
    stop,
  }
}

/** Mechanisms that send what others write. */
const senders = /\/core\/(database\/|operation\/context\.)/

/** The place in whose name a function was called. */
function placeAbove(called: (...given: never[]) => unknown): string | undefined {
  const limit = Error.stackTraceLimit
  const above: { stack?: string } = {}
  Error.stackTraceLimit = 40
  Error.captureStackTrace(above, called)
  Error.stackTraceLimit = limit
  const places =
    above.stack?.split('\n').flatMap((line) => /\/((?:src|migrations|test)\/[^)]*)/.exec(line)?.[1] ?? []) ?? []
  const ofTest = places.findIndex((place) => place.startsWith('test/'))
  const source = ofTest < 0 ? places : places.slice(0, ofTest)
  return source.find((place) => !senders.test(`/${place}`)) ?? source.at(-1) ?? places[0]
}
