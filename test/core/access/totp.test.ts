import { expect, test } from 'vitest'
import { createTotpSecret, matchTotpStep, otpauthUrl, totpCode, totpStepAt } from '#core/access/totp'

/** Secret of RFC 6238, appendix B: `12345678901234567890`. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('the code at %i is that of RFC 6238', (seconds, code) => {
  const at = new Date(seconds * 1000)
  expect(totpCode(secret, totpStepAt(at))).toBe(code)
  expect(matchTotpStep(secret, code, at)).toBe(totpStepAt(at))
})
test('is accepted half a minute before and after', () => {
  const at = new Date(1111111111_000)
  const taken = [-60, -30, 0, 30, 60].map(
    (seconds) => matchTotpStep(secret, '050471', new Date(at.getTime() + seconds * 1000)) !== null,
  )
  expect(taken).toEqual([false, true, true, true, false])
  for (const wrong of ['', '05047', '0504711', 'abcdef']) expect(matchTotpStep(secret, wrong, at)).toBeNull()
})
test('secrets are random and name their owner', () => {
  const [one, two] = [createTotpSecret(), createTotpSecret()]
  expect(one).toMatch(/^[A-Z2-7]{32}$/)
  expect(one).not.toBe(two)
  expect(otpauthUrl(secret, { issuer: 'Kontor', account: 'anna berg@kontor.example' })).toBe(
    `otpauth://totp/Kontor:anna%20berg%40kontor.example?secret=${secret}&issuer=Kontor&algorithm=SHA1&digits=6&period=30`,
  )
})
