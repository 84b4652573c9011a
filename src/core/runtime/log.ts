import pino, { type DestinationStream, type Logger } from 'pino'

/** JSON lines on standard output, without secrets. */
export const createLog = (level: string, destination?: DestinationStream): Logger =>
  pino({ level, serializers: { err: describeError } }, destination)

/** pg-boss passes errors as plain objects. */
const isError = (thrown: unknown): thrown is Partial<Error> & Record<string, unknown> =>
  typeof thrown === 'object' && thrown !== null && 'message' in thrown && 'stack' in thrown

/** Strips data from errors: node-postgres puts rows into `detail` and `where`, HTTP clients their request. */
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
