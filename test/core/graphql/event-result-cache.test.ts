import { type ExecutionArgs, parse } from 'graphql'
import { expect, test } from 'vitest'
import { createEventResultCache } from '#core/graphql/event-result-cache'

const args = { document: parse('{ me { id } }') } as ExecutionArgs
const follower = { organizationId: 'o', organizationLanguage: 'de', caller: {}, credentials: {} } as never

/** Results of that size, with a count of computations. */
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

test('keeps many small results', async () => {
  const { ask, computed } = sharing(1000)
  const sequences = Array.from({ length: 50 }, (_, index) => index)
  for (const sequence of [...sequences, ...sequences]) await ask(sequence)
  expect(computed).toEqual(sequences)
})

test('keeps only the newest large results', async () => {
  const { ask, computed } = sharing(3_000_000)
  for (const sequence of [1, 2, 3, 3, 2, 1]) await ask(sequence)
  expect(computed).toEqual([1, 2, 3, 1])
})

test('shares a result that is larger than the cache while it is computed', async () => {
  const { ask, computed } = sharing(10_000_000)
  await Promise.all([ask(1), ask(1)])
  await ask(1)
  expect(computed).toEqual([1, 1])
})

test('does not cache failures', async () => {
  const share = createEventResultCache()
  const fail = () => share(1, follower, args, async () => Promise.reject(new Error('away')))
  await expect(fail()).rejects.toThrow('away')
  await expect(share(1, follower, args, async () => ({ data: {} }))).resolves.toEqual({ data: {} })
})
