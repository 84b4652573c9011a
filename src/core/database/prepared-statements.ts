import type { PoolClient } from 'pg'

/** Per connection: each plan needs memory on the server. */
export const maxPreparedStatements = 500

interface Prepared {
  /** By text, least recently used first. */
  names: Map<string, string>
  /** Number of names used so far; each is unique. */
  given: number
}

const preparedOn = new WeakMap<PoolClient, Prepared>()

/** Returns the name of a statement; the least recently used one is deallocated beyond the limit. */
export function getPreparedName(client: PoolClient, text: string): string {
  let prepared = preparedOn.get(client)
  if (!prepared) {
    prepared = { names: new Map(), given: 0 }
    preparedOn.set(client, prepared)
  }
  const { names } = prepared
  let name = names.get(text)
  if (name) names.delete(text)
  else {
    if (names.size >= maxPreparedStatements) deallocateOldest(client, names)
    name = `k${prepared.given++}`
  }
  names.set(text, name)
  return name
}

/** Sends the protocol's Close instead of DEALLOCATE, because it works in failed transactions and needs no round trip. */
function deallocateOldest(client: PoolClient, names: Map<string, string>) {
  const [oldest] = names
  if (!oldest) return
  const [text, name] = oldest
  names.delete(text)
  const { connection } = client as unknown as { connection: Connection }
  delete connection.parsedStatements[name]
  connection.close({ type: 'S', name })
}

/** Internals of node-postgres. */
interface Connection {
  parsedStatements: Record<string, string>
  close(message: { type: 'S'; name: string }): void
}
