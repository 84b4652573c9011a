import pg from 'pg'

/** A statement as the service sent it. */
export interface Sent {
  text: string
  /** True for those of operations: what tells others of them is not prepared. */
  isPrepared: boolean
  /** The line of the source that wrote it. */
  place(): string
}

const hearing = new Set<(sent: Sent) => void>()
const { query } = pg.Client.prototype as { query(...given: unknown[]): unknown }

// Every connection of the service is one of node-postgres: those of requests, of the owner and of the jobs.
Object.assign(pg.Client.prototype, {
  query(...given: unknown[]) {
    const [statement] = given as [string | { text?: string; name?: string }]
    const text = typeof statement === 'string' ? statement : statement?.text
    const isPrepared = typeof statement === 'object' && statement?.name !== undefined
    if (text) for (const hear of hearing) hear({ text, isPrepared, place })
    return query.apply(this, given)
  },
})

/** Hears every statement until the function that it answers is called. */
export function hearStatements(hear: (sent: Sent) => void): () => void {
  hearing.add(hear)
  return () => void hearing.delete(hear)
}

/** The statements of operations, but for what ends a transaction; requests are counted beside them, a handful at once. */
export function takeStatements() {
  let texts: string[] = []
  const stop = hearStatements(({ text, isPrepared }) => {
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

function place(): string {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 40
  const lines = new Error().stack?.split('\n').filter((line) => /\/(src|migrations)\//.test(line)) ?? []
  Error.stackTraceLimit = limit
  const line = lines.find((each) => !senders.test(each)) ?? lines.at(-1)
  return /((?:src|migrations)\/[^)]*)/.exec(line ?? '')?.[1] ?? 'outside of the source'
}
