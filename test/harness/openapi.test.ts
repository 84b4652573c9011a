import { expect, test } from 'vitest'
import { findContractViolation } from './openapi.ts'

test('an answer that is not the promised one is seen', () => {
  expect(findContractViolation('GET', '/clients?page=1', 200, { clients: [], total: 0 })).toBeNull()
  expect(findContractViolation('GET', '/clients', 200, { clients: [], total: '0' })).toContain('/total')
  expect(findContractViolation('GET', '/clients', 200, { clients: [{ id: 'x' }], total: 1 })).toContain('/clients/0')
  expect(findContractViolation('GET', '/clients', 418, {})).toContain('does not promise 418')
  expect(findContractViolation('GET', `/clients/${crypto.randomUUID()}`, 404, { error: 'not_found' })).toContain(
    'message',
  )
  const refusal = { error: 'slug_taken', message: 'x' }
  expect(findContractViolation('POST', '/clients', 409, refusal)).toContain('not slug_taken')
  expect(findContractViolation('POST', '/clients', 409, { ...refusal, error: 'email_taken' })).toBeNull()
})
