import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

/** `before` a statement reaches PostgreSQL, or `after` PostgreSQL has done it and before its client hears of it. */
export type Moment = 'before' | 'after'

/** Whether it is this statement, by its text and by the one before it on the same connection: `commit` tells little. */
export type StatementFilter = (statement: string, previous: string) => boolean

/**
 * A proxy that sees the statements between a process and PostgreSQL, so that tests can act, such as killing the process, at a
 * certain statement.
 */
export interface PostgresProxy {
  /** The target, by way of the proxy. */
  url: string
  /**
   * Runs `act` at the next matching statement and closes its connection: either the statement does not reach PostgreSQL, or its
   * response does not reach the client. Returns a function that cancels.
   */
  breakAt(moment: Moment, fits: StatementFilter, act: () => void): () => void
  close(): Promise<void>
}

interface Trap {
  moment: Moment
  fits: StatementFilter
  act(): void
}

/** What PostgreSQL has yet to answer: a statement, or the end of a batch, which is answered by ReadyForQuery. */
type Pending = { statement: string; previous: string; endsBatch: boolean }

/** Where the PostgreSQL of a URL listens: a port, or a socket in a folder. */
export function parseAddress(url: string): NetConnectOpts {
  const { hostname, port } = new URL(url)
  const host = decodeURIComponent(hostname)
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port || 5432}` } : { host, port: Number(port || 5432) }
}

/** A proxy on loopback before the PostgreSQL at `target`, without TLS. */
export async function startPostgresProxy(target: string): Promise<PostgresProxy> {
  const at = parseAddress(target)
  const traps = new Set<Trap>()
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(at)
    const end = () => {
      for (const socket of [client, upstream]) {
        socket.removeAllListeners('data').destroySoon()
        sockets.delete(socket)
      }
    }
    for (const socket of [client, upstream]) sockets.add(socket.on('error', end).on('close', end))
    converse(client, upstream, (moment, statement, previous) => {
      const trap = [...traps].find((each) => each.moment === moment && each.fits(statement, previous))
      if (!trap) return false
      traps.delete(trap)
      trap.act()
      end()
      return true
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = new URL(target)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    breakAt(moment, fits, act) {
      const trap = { moment, fits, act }
      traps.add(trap)
      return () => traps.delete(trap)
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await server[Symbol.asyncDispose]()
    },
  }
}

/** Passes messages on in both directions until `trapped` says that here is the end. */
function converse(
  client: Socket,
  upstream: Socket,
  trapped: (moment: Moment, statement: string, previous: string) => boolean,
) {
  const prepared = new Map<string, string>()
  const portals = new Map<string, string>()
  const pending: Pending[] = []
  let previous = ''

  /** Notes what a message of the client asks for; true where it goes no further. */
  const asked = (type: string, body: Buffer): boolean => {
    const [first = '', second = ''] = body.toString().split('\0', 2)
    if (type === 'P') prepared.set(first, second)
    if (type === 'B') portals.set(first, prepared.get(second) ?? '')
    if (type === 'S') pending.push({ statement: '', previous: '', endsBatch: true })
    if (type !== 'E' && type !== 'Q') return false
    const statement = type === 'Q' ? first : (portals.get(first) ?? '')
    if (trapped('before', statement, previous)) return true
    pending.push({ statement, previous, endsBatch: type === 'Q' })
    previous = statement
    return false
  }

  /** Notes what PostgreSQL has done; true where its client does not hear of it. */
  const answered = (type: string): boolean => {
    const [done] = pending
    if (type === 'C' && done && trapped('after', done.statement, done.previous)) return true
    // CommandComplete, EmptyQueryResponse, PortalSuspended; after an error nothing but ReadyForQuery comes.
    if (/^[CIs]$/.test(type) && done && !done.endsBatch) pending.shift()
    if (type === 'Z') pending.splice(0, pending.findIndex(({ endsBatch }) => endsBatch) + 1)
    return false
  }

  forward(client, upstream, 0, asked)
  forward(upstream, client, 1, answered)
}

/** Writes the messages of one side to the other until `stops`; the first has `tag` bytes before its length, others one. */
function forward(from: Socket, to: Socket, tag: 0 | 1, stops: (type: string, body: Buffer) => boolean) {
  let rest = Buffer.alloc(0)
  let typed = tag
  from.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    to.cork()
    while (rest.length >= typed + 4) {
      const end = typed + rest.readInt32BE(typed)
      if (rest.length < end) break
      const type = typed ? String.fromCharCode(rest[0] ?? 0) : ''
      if (stops(type, rest.subarray(typed + 4, end))) break
      to.write(rest.subarray(0, end))
      rest = rest.subarray(end)
      typed = 1
    }
    to.uncork()
  })
}
