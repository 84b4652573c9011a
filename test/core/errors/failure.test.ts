import { expect, test } from 'vitest'
import { translateDatabaseError } from '#core/errors/database-error'
import { conflict, type Problem } from '#core/errors/problem'

const taken = () => conflict('email_taken', { de: 'vergeben', en: 'taken' })
const failure = (message: string, code?: string) => Object.assign(new Error(message), { code })
const statusOf = (error: unknown) => (translateDatabaseError(error, { clients_email_key: taken }) as Problem).status

test('a database that cannot be reached is 503, however it is said', () => {
  for (const message of [
    'timeout exceeded when trying to connect',
    'Connection terminated unexpectedly',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
  ])
    expect(statusOf(failure(message)), message).toBe(503)
  for (const code of ['ECONNREFUSED', 'ECONNRESET', '57P01', '53300'])
    expect(statusOf(failure('x', code)), code).toBe(503)
})

test('a lost race is a conflict', () => {
  expect(statusOf(failure('deadlock detected', '40P01'))).toBe(409)
})

test('a violated constraint is what its feature says, also on a shard and deep inside', () => {
  const violated = failure('duplicate key value violates unique constraint "clients_email_key_102008"', '23505')
  expect(statusOf(violated)).toBe(409)
  expect(statusOf(new Error('flush failed', { cause: violated }))).toBe(409)
})

test('text that the database does not hold is the sender’s to mend', () => {
  for (const code of ['22021', '22P05']) expect(statusOf(failure('invalid byte sequence', code))).toBe(422)
})

test('anything else stays the fault it is', () => {
  const fault = failure('division by zero', '22012')
  expect(translateDatabaseError(fault, {})).toBe(fault)
  expect(translateDatabaseError('text', {})).toBe('text')
  const late = new DOMException('too late', 'TimeoutError')
  expect(translateDatabaseError(late, {})).toBe(late)
})
