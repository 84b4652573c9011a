import type { Socket } from 'node:net'
import type { ClientBase, PoolClient } from 'pg'

// Statements that need not wait for each other leave together: docs/decisions/0005-pipelined-statements.md.

/** `pendingCommit`: the read transaction's end waits for the next packet. */
export type PipelinedClient = PoolClient & { pendingCommit?: NodeJS.Timeout | undefined }

/** Ends the read transaction of a returned connection. */
export function endPendingRead(client: PipelinedClient) {
  if (!client.pendingCommit) return
  clearTimeout(client.pendingCommit)
  client.pendingCommit = undefined
  corkUntilNextTick(client)
  // If it fails, the next statement fails too.
  client.query('commit').catch(() => {})
}

/**
 * Sends everything written in this turn as one packet, because a system call costs more than most statements. The turn ends after
 * pending promises, as pooled connections arrive one tick later.
 */
export function corkUntilNextTick(client: PoolClient) {
  const stream = socketOf(client)
  if (stream.writableCorked) return
  stream.cork()
  queueMicrotask(() => process.nextTick(() => stream.uncork()))
}

export const socketOf = (client: ClientBase) =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream
