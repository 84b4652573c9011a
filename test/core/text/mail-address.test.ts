import { expect, test } from 'vitest'
import { foldAddress, isPlainAddress, toAsciiDomain } from '#core/text/mail-address'

test.each([
  ['anna@müller.example', 'anna@müller.example'],
  ['anna@xn--mller-kva.example', 'anna@müller.example'],
  ['anna@XN--MLLER-KVA.example', 'anna@müller.example'],
  ['anna@MÜLLER.example', 'anna@müller.example'],
  ['anna@mu\u0308ller.example', 'anna@müller.example'],
  ['anna@post.xn--mller-kva.example', 'anna@post.müller.example'],
  ['Anna@Example.com', 'Anna@Example.com'],
  ['jörg@example.com', 'jörg@example.com'],
  ['anna@xn--.example', 'anna@xn--.example'],
  ['none', 'none'],
])('%s is the mailbox %s', (address, folded) => {
  expect(foldAddress(address)).toBe(folded)
})

test('converts the domain to ASCII for sending', () => {
  expect(toAsciiDomain('anna@müller.example')).toBe('anna@xn--mller-kva.example')
  expect(toAsciiDomain('Anna@Example.com')).toBe('Anna@Example.com')
})

test.each(['"anna b"@example.com', '"anna"@example.com', 'anna@[127.0.0.1]', 'a,b@example.com'])(
  '%s is not plain',
  (address) => {
    expect(isPlainAddress(address)).toBe(false)
  },
)
