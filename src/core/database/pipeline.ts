import type { Socket } from 'node:net'
import type { ClientBase, PoolClient } from 'pg'

// Statements that need not wait for each other leave together: docs/decisions/0005-pipelined-statements.md.

/** A connection; `pendingCommit` while the end of a read transaction waits for the next packet. */
export type PipelinedClient = PoolClient & { pendingCommit?: NodeJS.Timeout | undefined }

/** Ends the read transaction that a connection was handed back with. */
export function endPendingRead(client: PipelinedClient) {
  if (!client.pendingCommit) return
  clearTimeout(client.pendingCommit)
  client.pendingCommit = undefined
  corkUntilNextTick(client)
  // Where it fails, so does whatever comes next; by itself it is nobody's.
  client.query('commit').catch(() => {})
}

/**
 * What is written to the connection in this turn leaves it as one packet: a system call costs more than most statements.
 * The turn ends once the promises that wait now have run: a pooled connection arrives in a tick, before any of them.
 */
export function corkUntilNextTick(client: PoolClient) {
  const stream = socketOf(client)
  if (stream.writableCorked) return
  stream.cork()
  queueMicrotask(() => process.nextTick(() => stream.uncork()))
}

export const socketOf = (client: ClientBase) =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream
