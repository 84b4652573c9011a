import type { PoolClient } from 'pg'

/** Statements that a connection keeps prepared: each holds its plan in the memory of the server. */
export const maxPreparedStatements = 500

interface Prepared {
  /** Names by the text of the statement; the one used longest ago comes first. */
  names: Map<string, string>
  /** Names given so far: none is given twice. */
  given: number
}

const preparedOn = new WeakMap<PoolClient, Prepared>()

/** The name under which a connection prepares a statement; that of the one used longest ago is deallocated where there are too many. */
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

/**
 * The message Close does what DEALLOCATE does, in a transaction that has failed too, and leaves with the statement
 * that follows it. What was sent before it runs before it.
 */
function deallocateOldest(client: PoolClient, names: Map<string, string>) {
  const [oldest] = names
  if (!oldest) return
  const [text, name] = oldest
  names.delete(text)
  const { connection } = client as unknown as { connection: Connection }
  delete connection.parsedStatements[name]
  connection.close({ type: 'S', name })
}

/** What node-postgres knows of its connection. */
interface Connection {
  parsedStatements: Record<string, string>
  close(message: { type: 'S'; name: string }): void
}
