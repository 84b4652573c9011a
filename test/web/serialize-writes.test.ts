import { expect, test } from 'vitest'
import type { SentOutcome } from '../../src/web/graphql/send-with-version.ts'
import { serializeWrites } from '../../src/web/graphql/serialize-writes.ts'

type Changed = { change: { version: number } }

/** A change of a thing, which is answered when it is let. */
function aChange(seen: number | undefined) {
  const sentFor = Promise.withResolvers<number | undefined>()
  const answer = Promise.withResolvers<SentOutcome<Changed>>()
  const outcome = serializeWrites<Changed>('thing', seen, (version) => {
    sentFor.resolve(version)
    return answer.promise
  })
  return {
    sentFor: sentFor.promise,
    answered: (at: number | undefined, version: number) => {
      answer.resolve({ data: { change: { version } }, ...(at !== undefined && { at }) })
      return outcome
    },
    refused: () => {
      answer.resolve({ problem: { code: 'changed_since', message: '', fields: {} } })
      return outcome
    },
  }
}

test('chained writes use the version of the write before', async () => {
  const [one, two, three] = [aChange(1), aChange(1), aChange(1)]
  await one.answered(await one.sentFor, 2)
  expect(await two.sentFor).toBe(2)
  await two.answered(2, 3)
  expect(await three.sentFor).toBe(3)
  await three.answered(3, 4)
  const later = aChange(7)
  expect(await later.sentFor).toBe(7)
  await later.answered(7, 8)
})

test('does not pass on a version based on an unseen change', async () => {
  const [one, two, three] = [aChange(1), aChange(1), aChange(2)]
  expect(await one.sentFor).toBe(1)
  await one.answered(2, 3)
  expect(await two.sentFor).toBe(1)
  await two.refused()
  expect(await three.sentFor).toBe(3)
  await three.answered(3, 4)
})

test('a write without a version does not pass its version on', async () => {
  const [one, two] = [aChange(undefined), aChange(1)]
  expect(await one.sentFor).toBe(undefined)
  await one.answered(undefined, 3)
  expect(await two.sentFor).toBe(1)
  await two.answered(3, 4)
})

test('a write based on an older version does not chain', async () => {
  const [one, two] = [aChange(5), aChange(4)]
  await one.answered(await one.sentFor, 6)
  expect(await two.sentFor).toBe(4)
  await two.refused()
})
