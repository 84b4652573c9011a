import type { Logger } from 'pino'

/** A rejection that nobody has awaited is the fault of one operation: it is logged, and all others go on. */
export function logUnhandledErrors(log: Pick<Logger, 'error'>) {
  process.on('unhandledRejection', (reason) => log.error({ err: reason }, 'unhandled rejection'))
}
