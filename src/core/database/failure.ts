import { conflict, type Problem, unavailable } from '../errors.ts'

interface DatabaseError {
  code?: string
  message?: string
}

const unreachable = new Set([
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
  '53300',
  '08006',
  '08003',
])
/** What node-postgres says without a code. */
const lostConnection =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|not queryable|Client was closed|server closed the connection/
const lostRaces = new Set(['40001', '40P01'])

/**
 * Turns what the database refused into what the caller may know: the feature's own words for its constraint, a
 * conflict for a lost race, 503 where the database cannot be reached. Anything else stays the fault that it is.
 */
export function translate(error: unknown, constraints: Readonly<Record<string, () => Problem>>): unknown {
  for (let cause = error; cause instanceof Error; cause = cause.cause ?? previous(cause)) {
    const { code = '', message = '' } = cause as DatabaseError
    // Citus leaves `constraint` undefined and appends the shard's number to the name in the message.
    const name = code.startsWith('23') && /constraint "([^"]+?)(?:_\d{6,})?"/.exec(message)?.[1]
    if (name && constraints[name]) return constraints[name]()
    if (lostRaces.has(code)) return lostRace()
    if (unreachable.has(code) || lostConnection.test(message)) return unavailable()
  }
  return error
}

const previous = (error: Error) => (error as { previous?: unknown }).previous

const lostRace = () =>
  conflict('conflict', {
    de: 'Jemand anderes hat das gerade geändert. Bitte noch einmal versuchen.',
    en: 'Somebody else has just changed this. Please try again.',
  })
