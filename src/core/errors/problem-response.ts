import { GraphQLError } from 'graphql'
import type { Logger } from 'pino'
import type { Language } from '#core/text/language'
import { type ConstraintErrors, translateDatabaseError } from './database-error.ts'
import { translateGraphqlError } from './graphql-messages.ts'
import { internalError, nullNotAllowed, Problem } from './problem.ts'

/**
 * Finds the Problem behind an error, however deeply GraphQL wrapped it. `fault` is set for unexpected errors, which must be
 * logged.
 */
export function toProblem(error: unknown, constraints: ConstraintErrors): { problem: Problem; fault: unknown } {
  let cause = error
  while (cause instanceof GraphQLError && cause.originalError) cause = cause.originalError
  const known = translateDatabaseError(cause, constraints)
  if (known instanceof Problem) return { problem: known, fault: undefined }
  // A nullable variable was passed to a non-null argument.
  const [, argument] = (cause instanceof GraphQLError && /^'?Argument "(\w+)" of/.exec(cause.message)) || []
  if (argument) return { problem: nullNotAllowed(argument), fault: undefined }
  // With a path, the error comes from a resolver or from serializing its result, which is our fault.
  if (cause instanceof GraphQLError && !cause.path) return { problem: toDocumentProblem(cause), fault: undefined }
  return { problem: internalError(), fault: cause }
}

/** Logs the cause of a 503. The client only learns when to retry. */
export function reportUnavailable(
  { log, disk }: { log: Pick<Logger, 'warn'>; disk: { markFull(): void } },
  requestId: string,
  { status, code, cause }: Problem,
) {
  if (status !== 503 || cause === undefined) return
  if (code === 'disk_full') disk.markFull()
  log.warn({ request_id: requestId, err: cause }, 'unavailable')
}

// GraphQL's own errors are about the document or about how it was sent.
function toDocumentProblem({ message }: GraphQLError): Problem {
  const text = translateGraphqlError(message)
  if (message.startsWith('GET requests only')) return new Problem(405, 'method_not_allowed', text)
  return new Problem(422, 'validation_failed', text, documentPart.exec(message)?.[1])
}

/** Seconds until a retry makes sense. A 429 without its own value is counted per hour. */
export const retryAfterSeconds = ({ status, retryAfter }: Problem): number | undefined =>
  retryAfter ?? (status === 503 ? 1 : status === 429 ? 3600 : undefined)

/** The name that a GraphQL error is about. */
const documentPart = /(?:Variable "\$|Cannot query field "|Unknown argument "|^Field ")([\w.]+)"/

/** The field in the spelling of the API. */
export const formatField = ({ field = '', isAsSent }: Problem, spell = identity) => (isAsSent ? field : spell(field))

/** The message in the requested language (German by default) with the field in the spelling of the API. */
export const formatMessage = (problem: Problem, language: Language | null, spell = identity) =>
  problem.text[language ?? 'de'].replace('{field}', () => formatField(problem, spell))

/** All validation errors by field, the first one first; undefined if none concerns a field. */
export function formatFieldErrors(problem: Problem, language: Language | null, spell = identity) {
  if (!problem.field || problem.code !== 'validation_failed') return undefined
  return problem.all.map((flaw) => ({ field: formatField(flaw, spell), message: formatMessage(flaw, language, spell) }))
}

/** Machine-readable details in the spelling of the API. */
export const formatDetails = ({ details = {} }: Problem, spell = identity) =>
  Object.fromEntries(Object.entries(details).map(([name, value]) => [spell(name), value]))

const identity = (field: string) => field
