import { camelCase } from '#core/text/naming'
import { conflict, diskFull, notFound, Problem, unavailable, unknownReference } from './problem.ts'

interface DatabaseError {
  code?: string | number
  message?: string
}

/** What a database that only reads says to a change. */
export const readOnlyTransaction = '25006'

const unavailableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  '57P01',
  '57P02',
  '57P03',
  // A statement took too long (DATABASE_STATEMENT_TIMEOUT_MS), or waited too long for a lock (DATABASE_LOCK_TIMEOUT_MS).
  '57014',
  '55P03',
  // It was silent for too long in the middle of a transaction.
  '25P03',
  '53300',
  '08006',
  '08003',
  // It takes no changes: a standby answers, or it was set so.
  readOnlyTransaction,
])
/** What node-postgres says without a code. */
const lostConnection =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|not queryable|Client was closed|server closed the connection/
/** Text that PostgreSQL does not hold: U+0000, by itself or in JSON. */
const invalidTextCodes = new Set(['22021', '22P05'])
/** The disk of PostgreSQL is full (disk_full), or that of files, or what its owner may use of it. */
const diskFullCodes = new Set(['53100', 'ENOSPC', 'EDQUOT'])
/** Raised by `enter_public` for an organization that has ended. */
const organizationEnded = 'KT002'
const serializationFailures = new Set(['40001', '40P01'])

/**
 * What a violated constraint means to the caller. Of a foreign key: that something refers to what is to go; what it
 * means that the thing referred to is `missing` follows from its column, unless it is said.
 */
type ConstraintError = (() => Problem) | { missing: () => Problem; used?: () => Problem }

/** Constraint name → what it means; what is not there means what its kind does. */
export type ConstraintErrors = Readonly<Record<string, ConstraintError>>

/**
 * Turns what the database refused into what the caller may know: the feature's own words for its constraint, a
 * conflict for a lost race, 503 where the database cannot be reached. Anything else stays the fault that it is.
 */
export function translateDatabaseError(error: unknown, constraints: ConstraintErrors): unknown {
  for (let cause = error; cause instanceof Error; cause = cause.cause ?? previous(cause)) {
    const { message = '', code: given } = cause as DatabaseError
    // Errors of the platform, such as that of a time that has run out, have numbers.
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

/** A check or a missing value means that we have not looked: unless a feature has words for it, the fault is ours. */
function translateConstraint(code: string, message: string, constraints: ConstraintErrors): Problem | undefined {
  // Citus leaves `constraint` undefined and appends the shard's number to the names in the message.
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

/** What two at once may run into, and nobody has chosen. */
export const concurrentChange = () =>
  conflict('conflict', {
    de: 'Jemand anderes hat das gerade geändert. Bitte noch einmal versuchen.',
    en: 'Somebody else has just changed this. Please try again.',
  })
