import pino, { type DestinationStream, type Logger } from 'pino'

/** The service's log: JSON lines on standard output, without secrets. */
export const createLog = (level: string, destination?: DestinationStream): Logger =>
  pino({ level, serializers: { err: describeError } }, destination)

/**
 * An error without what it was about: node-postgres puts rows into `detail` and `where`, an HTTP client its request.
 * What it says and where it was thrown stays.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error }
  const { name, message, stack, cause, code, constraint, table } = error as Error & Record<string, unknown>
  return {
    type: name,
    message,
    stack,
    ...(code !== undefined && { code }),
    ...(constraint !== undefined && { constraint }),
    ...(table !== undefined && { table }),
    ...(cause !== undefined && { cause: describeError(cause) }),
  }
}
