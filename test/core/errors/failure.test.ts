import { expect, test } from 'vitest'
import { translateDatabaseError } from '#core/errors/database-error'
import { conflict, type Problem } from '#core/errors/problem'

const taken = () => conflict('email_taken', { de: 'vergeben', en: 'taken' })
const failure = (message: string, code?: string) => Object.assign(new Error(message), { code })
const statusOf = (error: unknown) => (translateDatabaseError(error, { clients_email_key: taken }) as Problem).status

test('an unreachable database is 503, whatever its error', () => {
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

test('a lost race is 409', () => {
  expect(statusOf(failure('deadlock detected', '40P01'))).toBe(409)
})

test("a violated constraint has its feature's message, also on a shard and nested", () => {
  const violated = failure('duplicate key value violates unique constraint "clients_email_key_102008"', '23505')
  expect(statusOf(violated)).toBe(409)
  expect(statusOf(new Error('flush failed', { cause: violated }))).toBe(409)
})

test('text that the database cannot store is the sender’s error', () => {
  for (const code of ['22021', '22P05']) expect(statusOf(failure('invalid byte sequence', code))).toBe(422)
})

test('other errors are returned unchanged', () => {
  const fault = failure('division by zero', '22012')
  expect(translateDatabaseError(fault, {})).toBe(fault)
  expect(translateDatabaseError('text', {})).toBe('text')
  const late = new DOMException('too late', 'TimeoutError')
  expect(translateDatabaseError(late, {})).toBe(late)
})
