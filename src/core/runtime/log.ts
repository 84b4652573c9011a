import pino, { type DestinationStream, type Logger } from 'pino'

/** The service's log: JSON lines on standard output, without secrets. */
export const createLog = (level: string, destination?: DestinationStream): Logger =>
  pino({ level, serializers: { err: describeError } }, destination)

/** pg-boss passes on copies of what was thrown, which are plain objects. */
const isError = (thrown: unknown): thrown is Partial<Error> & Record<string, unknown> =>
  typeof thrown === 'object' && thrown !== null && 'message' in thrown && 'stack' in thrown

/**
 * An error without what it was about: node-postgres puts rows into `detail` and `where`, an HTTP client its request.
 * What it says and where it was thrown stays.
 */
function describeError(error: unknown): unknown {
  if (!isError(error)) return { type: typeof error }
  const { name = 'Error', message, stack, cause, code, constraint, table } = error
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
