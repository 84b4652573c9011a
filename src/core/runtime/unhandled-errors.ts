import type { Logger } from 'pino'

/** An unhandled rejection is one operation's fault: it is logged and the process continues. */
export function logUnhandledErrors(log: Pick<Logger, 'error'>) {
  process.on('unhandledRejection', (reason) => log.error({ err: reason }, 'unhandled rejection'))
}
