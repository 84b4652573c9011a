import { scryptSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createPasswordVerifier, hashPassword, verifyPassword } from '#core/access/password'
import { findPasswordWeakness } from '#core/access/password-rules'

describe('a password', () => {
  test('matches only its own hash', async () => {
    const stored = await hashPassword('ein langes Wort', 4)
    expect(stored).toMatch(/^scrypt\$4\$/)
    expect(stored).not.toContain('ein langes Wort')
    expect(await verifyPassword('ein langes Wort', stored)).toBe(true)
    expect(await verifyPassword('ein langes wort', stored)).toBe(false)
  })
  test('matches in any Unicode normalization form', async () => {
    expect(await verifyPassword('Übergrößen', await hashPassword('U\u0308bergro\u0308ßen', 4))).toBe(true)
  })
  test('is hashed once for all hashes of the same salt', async () => {
    const salt = Buffer.alloc(16, 7)
    const [one, two, other] = [
      await hashPassword('ein langes Wort', 4, salt),
      await hashPassword('ein langes Wort', 4, salt),
      await hashPassword('ein langes Wort', 4),
    ]
    expect(one).not.toBe(two)
    let derived = 0
    const fits = createPasswordVerifier('ein langes Wort', async (password, itsSalt, cost) => {
      derived++
      return scryptSync(password, itsSalt, 32, { N: 2 ** cost, r: 8, p: 1 })
    })
    const first = `scrypt$4$${salt.toString('base64')}$${scryptSync('ein langes Wort', salt, 32, { N: 16, r: 8 }).toString('base64')}`
    expect([await fits(one), await fits(two), await fits(first), derived]).toEqual([true, true, true, 1])
    expect([await fits(other), derived]).toEqual([true, 2])
    expect(await fits(one.replace(/.$/, ''))).toBe(false)
  })
  test('gets a new salt each time', async () => {
    expect(await hashPassword('ein langes Wort', 4)).not.toBe(await hashPassword('ein langes Wort', 4))
  })
})

describe('a new password', () => {
  const owner = { email: 'anna.berg@kontor.example', name: 'A Berg', organizationName: 'Müller & Söhne eG' }
  test.each([
    ['neun Buch', /mindestens 10/],
    ['x'.repeat(201), /höchstens 200/],
    ['Qwertyuiop', /zu oft/],
    ['abababababab', /zu oft/],
    ['anna.berg@kontor.example', /Namen/],
    ['ANNA.BERG1', /Namen/],
    ['Sommer-2026-Berg', /Namen/],
    ['ach Anna, wie schön', /Namen/],
    ['Müller & Söhne!', /Namen/],
    ['mueller-passwort', /Namen/],
    ['1q2w3e4r5t6y', /zu oft/],
    ['Nuttertools', /zu oft/],
    ['basketball', /zu oft/],
    ['a und b und c', null],
    ['korrekt pferd', null],
    ['🐎🐎🐎🐎🐎🐎🐎🐎🐎ab', null],
  ])('%s', (password, weakness) => {
    const words = findPasswordWeakness(password, owner)?.de ?? null
    expect(words).toEqual(weakness && expect.stringMatching(weakness))
  })
})
