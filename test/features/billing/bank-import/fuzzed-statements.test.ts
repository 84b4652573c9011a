import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseStatements } from '#features/billing/bank-import/parse-statements'
import { fuzzOptions, fuzzTestOptions, mutate } from '../../../harness/fuzz.ts'
import { camt, mt940 } from './samples.ts'

// Damaged bank files are read, or refused with a reason.

const moved = [
  {
    cents: 23800,
    name: 'Brandt Fotografie',
    iban: 'DE88500700100175526303',
    purpose: 'RE-2026-0001',
    endToEndId: 'E-1',
  },
  { cents: 1999, name: 'Möller', iban: 'DE02120300000000202051', purpose: 'Abschlag' },
] as const

test.each([
  ['camt', camt(...moved)],
  ['MT940', mt940(...moved)],
])('%s', fuzzTestOptions, async (_, file) => {
  let read = 0
  await fc.assert(
    fc.asyncProperty(mutate(file), fc.boolean(), async (text, isLatin) => {
      const answer = await parseStatements(Buffer.from(text, isLatin ? 'latin1' : 'utf8'))
      if ('refused' in answer) expect(answer.refused.text.de).not.toBe('')
      else read += answer.statements.length
    }),
    fuzzOptions(2000),
  )
  expect(read).toBeGreaterThan(0)
})
