import { GraphQLError } from 'graphql'
import type { Logger } from 'pino'
import type { Language } from '#core/text/language'
import { type Meanings, translate } from './failure.ts'
import { internalError, neverNull, Problem } from './problem.ts'
import { wordsOfEngine } from './prose.ts'

/** The refusal behind an error, however deep GraphQL wrapped it; `fault` where it is our own, and must be logged. */
export function problemOf(error: unknown, constraints: Meanings): { problem: Problem; fault: unknown } {
  let cause = error
  while (cause instanceof GraphQLError && cause.originalError) cause = cause.originalError
  const known = translate(cause, constraints)
  if (known instanceof Problem) return { problem: known, fault: undefined }
  // A variable that may be null, where the field's argument may not.
  const [, argument] = (cause instanceof GraphQLError && /^'?Argument "(\w+)" of/.exec(cause.message)) || []
  if (argument) return { problem: neverNull(argument), fault: undefined }
  // With a path it comes from a field that was being answered (a value that its type does not hold): that is ours.
  if (cause instanceof GraphQLError && !cause.path) return { problem: misunderstood(cause), fault: undefined }
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
function misunderstood({ message }: GraphQLError): Problem {
  const text = wordsOfEngine(message)
  if (message.startsWith('GET requests only')) return new Problem(405, 'method_not_allowed', text)
  return new Problem(422, 'validation_failed', text, named.exec(message)?.[1])
}

/** Seconds after which the same may be asked again. What an operation limits by itself is counted over hours, unless it says so. */
export const retryAfterOf = ({ status, retryAfter }: Problem): number | undefined =>
  retryAfter ?? (status === 503 ? 1 : status === 429 ? 3600 : undefined)

/** What of a document the engine's words are about. */
const named = /(?:Variable "\$|Cannot query field "|Unknown argument "|^Field ")([\w.]+)"/

/** The field of a refusal as the facade spells it. */
export const fieldOf = ({ field = '', isAsSent }: Problem, spell = asItIs) => (isAsSent ? field : spell(field))

/** The words of a refusal in the language that was asked for (German where none was), its field as the facade spells it. */
export const wordsOf = (problem: Problem, language: Language | null, spell = asItIs) =>
  problem.text[language ?? 'de'].replace('{field}', () => fieldOf(problem, spell))

/** All that is wrong with an input, field by field, the first one first; nothing where no field is at fault. */
export function flawsOf(problem: Problem, language: Language | null, spell = asItIs) {
  if (!problem.field || problem.code !== 'validation_failed') return undefined
  return problem.all.map((flaw) => ({ field: fieldOf(flaw, spell), message: wordsOf(flaw, language, spell) }))
}

/** What a refusal has for programs beside its words, as the facade spells it. */
export const detailsOf = ({ details = {} }: Problem, spell = asItIs) =>
  Object.fromEntries(Object.entries(details).map(([name, value]) => [spell(name), value]))

const asItIs = (field: string) => field
