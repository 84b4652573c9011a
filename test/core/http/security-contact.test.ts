import { expect, test } from 'vitest'
import { startApp } from '../../harness/house.ts'

test('security.txt names the contact, and expires within a year', async () => {
  const now = new Date('2026-11-28T22:30:00Z')
  const clock = { now: () => now, today: () => '2026-11-28' }
  const env = { SECURITY_CONTACT: 'mailto:security@kontor.example', PUBLIC_URL: 'https://kontor.example' }
  const { app, stop } = await startApp({ env, clock })
  const { statusCode, headers, body } = await app.server.inject('/.well-known/security.txt')
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(body).toBe(
    [
      'Contact: mailto:security@kontor.example',
      'Expires: 2027-05-27T00:00:00Z',
      'Preferred-Languages: de, en',
      'Canonical: https://kontor.example/.well-known/security.txt',
      '',
    ].join('\n'),
  )
  await stop()
})

test('does not exist without a contact', async () => {
  const { app, stop } = await startApp()
  expect((await app.server.inject('/.well-known/security.txt')).statusCode).toBe(404)
  await stop()
})
