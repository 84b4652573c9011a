import pino, { type Logger } from 'pino'

/** The service's log: JSON lines on standard output, without secrets. */
export const createLog = (level: string): Logger =>
  pino({ level, redact: { paths: ['*.authorization', '*.password', '*.secret', '*.token'], censor: '…' } })
