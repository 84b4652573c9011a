import { type ExecutionArgs, parse } from 'graphql'
import { expect, test } from 'vitest'
import { createEventResultCache } from '#core/graphql/event-result-cache'

const args = { document: parse('{ me { id } }') } as ExecutionArgs
const follower = { organizationId: 'o', organizationLanguage: 'de', caller: {}, credentials: {} } as never

/** Answers events of so many bytes, and counts how often each was computed. */
function sharing(bytes: number) {
  const share = createEventResultCache()
  const computed: number[] = []
  return {
    computed,
    ask: (sequence: number) =>
      share(sequence, follower, args, async () => {
        computed.push(sequence)
        return { data: { text: 'x'.repeat(bytes) } }
      }),
  }
}

test('many small answers wait for others', async () => {
  const { ask, computed } = sharing(1000)
  const sequences = Array.from({ length: 50 }, (_, index) => index)
  for (const sequence of [...sequences, ...sequences]) await ask(sequence)
  expect(computed).toEqual(sequences)
})

test('of large answers the newest alone wait', async () => {
  const { ask, computed } = sharing(3_000_000)
  for (const sequence of [1, 2, 3, 3, 2, 1]) await ask(sequence)
  expect(computed).toEqual([1, 2, 3, 1])
})

test('an answer larger than all that wait is shared while it is computed', async () => {
  const { ask, computed } = sharing(10_000_000)
  await Promise.all([ask(1), ask(1)])
  await ask(1)
  expect(computed).toEqual([1, 1])
})

test('a failure is told to those who asked, and computed again for others', async () => {
  const share = createEventResultCache()
  const fail = () => share(1, follower, args, async () => Promise.reject(new Error('away')))
  await expect(fail()).rejects.toThrow('away')
  await expect(share(1, follower, args, async () => ({ data: {} }))).resolves.toEqual({ data: {} })
})
