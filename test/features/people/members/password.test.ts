import { describe, expect, test } from 'vitest'
import { hashPassword, verifyPassword } from '#core/access/password'
import { weaknessOf } from '#core/access/password-rules'

describe('a password', () => {
  test('is known again by its hash, and no other is', async () => {
    const stored = await hashPassword('ein langes Wort', 4)
    expect(stored).toMatch(/^scrypt\$4\$/)
    expect(stored).not.toContain('ein langes Wort')
    expect(await verifyPassword('ein langes Wort', stored)).toBe(true)
    expect(await verifyPassword('ein langes wort', stored)).toBe(false)
  })
  test('is the same however its umlauts were typed', async () => {
    expect(await verifyPassword('Übergrößen', await hashPassword('U\u0308bergro\u0308ßen', 4))).toBe(true)
  })
  test('has a salt of its own each time', async () => {
    expect(await hashPassword('ein langes Wort', 4)).not.toBe(await hashPassword('ein langes Wort', 4))
  })
})

describe('a new password', () => {
  test.each([
    ['neun Buch', /mindestens 10/],
    ['x'.repeat(201), /höchstens 200/],
    ['Qwertyuiop', /zu oft/],
    ['abababababab', /zu oft/],
    ['anna.berg@kontor.example', /zu oft/],
    ['ANNA.BERG1', null],
    ['korrekt pferd', null],
    ['🐎🐎🐎🐎🐎🐎🐎🐎🐎ab', null],
  ])('%s', (password, weakness) => {
    const words = weaknessOf(password, 'anna.berg@kontor.example')?.de ?? null
    expect(words).toEqual(weakness && expect.stringMatching(weakness))
  })
})
