import { GraphQLError } from 'graphql'
import type { Logger } from 'pino'
import type { Language } from '#core/text/language'
import { type ConstraintErrors, translateDatabaseError } from './database-error.ts'
import { translateGraphqlError } from './graphql-messages.ts'
import { internalError, nullNotAllowed, Problem } from './problem.ts'

/** The refusal behind an error, however deep GraphQL wrapped it; `fault` where it is our own, and must be logged. */
export function toProblem(error: unknown, constraints: ConstraintErrors): { problem: Problem; fault: unknown } {
  let cause = error
  while (cause instanceof GraphQLError && cause.originalError) cause = cause.originalError
  const known = translateDatabaseError(cause, constraints)
  if (known instanceof Problem) return { problem: known, fault: undefined }
  // A variable that may be null, where the field's argument may not.
  const [, argument] = (cause instanceof GraphQLError && /^'?Argument "(\w+)" of/.exec(cause.message)) || []
  if (argument) return { problem: nullNotAllowed(argument), fault: undefined }
  // With a path it comes from a field that was being answered (a value that its type does not hold): that is ours.
  if (cause instanceof GraphQLError && !cause.path) return { problem: toDocumentProblem(cause), fault: undefined }
  return { problem: internalError(), fault: cause }
}

/** What could not be reached, took too long or found no room: the caller is told to come back, whoever runs the service why. */
export function reportUnavailable(
  { log, disk }: { log: Pick<Logger, 'warn'>; disk: { noteFull(): void } },
  requestId: string,
  { status, code, cause }: Problem,
) {
  if (status !== 503 || cause === undefined) return
  if (code === 'disk_full') disk.noteFull()
  log.warn({ request_id: requestId, err: cause }, 'unavailable')
}

// Errors of GraphQL itself are about the document, or about how it was sent.
function toDocumentProblem({ message }: GraphQLError): Problem {
  const text = translateGraphqlError(message)
  if (message.startsWith('GET requests only')) return new Problem(405, 'method_not_allowed', text)
  return new Problem(422, 'validation_failed', text, documentPart.exec(message)?.[1])
}

/** Seconds after which the same may be asked again. What an operation limits by itself is counted over hours, unless it says so. */
export const retryAfterSeconds = ({ status, retryAfter }: Problem): number | undefined =>
  retryAfter ?? (status === 503 ? 1 : status === 429 ? 3600 : undefined)

/** What of a document the engine's words are about. */
const documentPart = /(?:Variable "\$|Cannot query field "|Unknown argument "|^Field ")([\w.]+)"/

/** The field of a refusal as the facade spells it. */
export const formatField = ({ field = '', isAsSent }: Problem, spell = identity) => (isAsSent ? field : spell(field))

/** The words of a refusal in the language that was asked for (German where none was), its field as the facade spells it. */
export const formatMessage = (problem: Problem, language: Language | null, spell = identity) =>
  problem.text[language ?? 'de'].replace('{field}', () => formatField(problem, spell))

/** All that is wrong with an input, field by field, the first one first; nothing where no field is at fault. */
export function formatFieldErrors(problem: Problem, language: Language | null, spell = identity) {
  if (!problem.field || problem.code !== 'validation_failed') return undefined
  return problem.all.map((flaw) => ({ field: formatField(flaw, spell), message: formatMessage(flaw, language, spell) }))
}

/** What a refusal has for programs beside its words, as the facade spells it. */
export const formatDetails = ({ details = {} }: Problem, spell = identity) =>
  Object.fromEntries(Object.entries(details).map(([name, value]) => [spell(name), value]))

const identity = (field: string) => field
