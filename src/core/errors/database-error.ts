import { camelCase } from '#core/text/naming'
import { conflict, diskFull, notFound, Problem, unavailable, unknownReference } from './problem.ts'

interface DatabaseError {
  code?: string | number
  message?: string
}

/** SQLSTATE of a write in a read-only transaction. */
export const readOnlyTransaction = '25006'

const unavailableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  '57P01',
  '57P02',
  '57P03',
  // Timeouts of statements (DATABASE_STATEMENT_TIMEOUT_MS) and locks (DATABASE_LOCK_TIMEOUT_MS).
  '57014',
  '55P03',
  // idle_in_transaction_session_timeout.
  '25P03',
  '53300',
  '08006',
  '08003',
  // The database is a standby or was set read-only.
  readOnlyTransaction,
])
/** Messages of node-postgres that have no code. */
const lostConnection =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|not queryable|Client was closed|server closed the connection/
/** Text that PostgreSQL cannot store: U+0000, in text or in JSON. */
const invalidTextCodes = new Set(['22021', '22P05'])
/** The disk or quota of PostgreSQL or of the file storage is exhausted. */
const diskFullCodes = new Set(['53100', 'ENOSPC', 'EDQUOT'])
/** Raised by `enter_public` for an organization that has ended. */
const organizationEnded = 'KT002'
const serializationFailures = new Set(['40001', '40P01'])

/**
 * What to answer when a constraint is violated. A function given for a foreign key means that the row is still referenced; the
 * error for a missing referenced row is derived from the column unless `missing` is given.
 */
type ConstraintError = (() => Problem) | { missing: () => Problem; used?: () => Problem }

/** By constraint name. Constraints that are not listed get a default by their kind. */
export type ConstraintErrors = Readonly<Record<string, ConstraintError>>

/**
 * Translates database errors for clients: constraint violations by the feature's messages, lost races to 409, unavailability to
 * 503. Other errors are returned unchanged.
 */
export function translateDatabaseError(error: unknown, constraints: ConstraintErrors): unknown {
  for (let cause = error; cause instanceof Error; cause = cause.cause ?? previous(cause)) {
    const { message = '', code: given } = cause as DatabaseError
    // Platform errors such as timeouts have numeric codes.
    const code = String(given ?? '')
    const meaning = translateConstraint(code, message, constraints)
    if (meaning) return meaning
    if (code === organizationEnded) return notFound()
    if (serializationFailures.has(code)) return concurrentChange()
    if (diskFullCodes.has(code)) return diskFull(cause)
    if (invalidTextCodes.has(code)) return unstorableText()
    if (unavailableCodes.has(code) || lostConnection.test(message)) return unavailable(cause)
  }
  return error
}

const uniqueViolation = '23505'
const foreignKeyViolation = '23503'
const exclusionViolation = '23P01'

/**
 * Violated checks and not-null constraints mean that validation is incomplete, so they stay internal errors unless a feature
 * translates them.
 */
function translateConstraint(code: string, message: string, constraints: ConstraintErrors): Problem | undefined {
  // Citus omits `constraint` and appends the shard number to names in the message.
  const name = code.startsWith('23') ? /constraint "([^"]+?)(?:_\d{6,})?"/.exec(message)?.[1] : undefined
  if (name === undefined) return undefined
  const meaning = Object.hasOwn(constraints, name) ? constraints[name] : undefined
  if (code === foreignKeyViolation) {
    const { missing, used } = typeof meaning === 'function' ? { missing: undefined, used: meaning } : (meaning ?? {})
    const child = /^insert or update on table "([^"]+?)(?:_\d{6,})?"/.exec(message)?.[1]
    if (child === undefined) return (used ?? inUse)()
    return missing ? missing() : unknownReference(camelCase(name.slice(child.length + 1).replace(/_fkey$/, '')))
  }
  if (typeof meaning === 'function') return meaning()
  return code === uniqueViolation || code === exclusionViolation ? concurrentChange() : undefined
}

const inUse = () =>
  conflict('conflict', {
    de: 'Etwas anderes verweist noch darauf; es kann nicht gelöscht werden.',
    en: 'Something still refers to it; it cannot be deleted.',
  })

const unstorableText = () =>
  new Problem(422, 'validation_failed', {
    de: 'Ein Text enthält ein Zeichen, das sich nicht speichern lässt (U+0000).',
    en: 'A text contains a character that cannot be stored (U+0000).',
  })

const previous = (error: Error) => (error as { previous?: unknown }).previous

/** 409 for concurrent changes. */
export const concurrentChange = () =>
  conflict('conflict', {
    de: 'Jemand anderes hat das gerade geändert. Bitte noch einmal versuchen.',
    en: 'Somebody else has just changed this. Please try again.',
  })
