import { expect, test } from 'vitest'
import { createFairQueue, type FairQueueOptions } from '#core/runtime/fair-queue'

/** A queue, and the keys served in order. */
function arrange(options: Partial<FairQueueOptions> = {}) {
  const queue = createFairQueue({ maxConcurrent: 2, maxPerKey: 1, maxWaitMs: 60_000, ...options })
  const entered: string[] = []
  const come = (name: string) =>
    queue.acquire(name.slice(0, 1)).then((release) => {
      entered.push(name)
      return release
    })
  return { queue, entered, come }
}

test('serves keys in rotation, so that a long queue delays only itself', async () => {
  const { entered, come } = arrange({ maxConcurrent: 1 })
  const first = come('a1')
  const rest = ['a2', 'a3', 'a4', 'b1', 'c1', 'b2'].map(come)
  const leaving = [first, ...rest].map(async (enter) => (await enter)())
  await Promise.all(leaving)
  expect(entered).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
})

test('limits each key to its share, so that a newcomer finds a free slot', async () => {
  const { queue, entered, come } = arrange()
  const release = await come('a1')
  const second = come('a2')
  const other = await come('b1')
  expect(entered).toEqual(['a1', 'b1'])
  expect({ taken: queue.taken, waiting: queue.waiting }).toEqual({ taken: 2, waiting: 1 })
  other()
  expect(queue.waiting).toBe(1)
  release()
  release()
  ;(await second)()
  expect({ taken: queue.taken, waiting: queue.waiting }).toEqual({ taken: 0, waiting: 0 })
})

test('a key at its limit does not block the keys behind it', async () => {
  const { entered, come } = arrange({ maxConcurrent: 3, maxPerKey: 2 })
  const releases = await Promise.all([come('a1'), come('a2'), come('b1')])
  const waiting = [come('a3'), come('c1')]
  releases[2]?.()
  await waiting[1]
  expect(entered).toEqual(['a1', 'a2', 'b1', 'c1'])
  releases[0]?.()
  await waiting[0]
})

test('the default share is half, and at least one', async () => {
  for (const [maxConcurrent, share] of [
    [1, 1],
    [2, 1],
    [10, 5],
  ] as const) {
    const queue = createFairQueue({ maxConcurrent, maxWaitMs: 60_000 })
    const releases: (() => void)[] = []
    for (let taken = 0; taken < share; taken += 1) releases.push(await queue.acquire('a'))
    const beyond = queue.acquire('a')
    expect(queue.waiting).toBe(1)
    releases[0]?.()
    await beyond
  }
})

test('the keys of a group share its slots, and queue separately', async () => {
  const { entered, queue } = arrange({
    maxConcurrent: 9,
    maxPerKey: 2,
    groups: { of: (key) => key.slice(0, 1), most: 3 },
  })
  const come = (key: string) =>
    queue.acquire(key).then((release) => {
      entered.push(key)
      return release
    })
  const releases = await Promise.all(['a1', 'a1', 'a2', 'b1'].map(come))
  const waiting = ['a1', 'a3', 'a2'].map(come)
  expect({ taken: queue.taken, waiting: queue.waiting }).toEqual({ taken: 4, waiting: 3 })
  releases[2]?.()
  const third = await waiting[1]
  expect(entered).toEqual(['a1', 'a1', 'a2', 'b1', 'a3'])
  for (const release of [...releases, third]) release?.()
  for (const enter of waiting) (await enter)()
  expect({ taken: queue.taken, waiting: queue.waiting }).toEqual({ taken: 0, waiting: 0 })
})

test('serves groups in rotation, so that many keys of a group delay only it', async () => {
  const groups = { of: (key: string) => key.slice(0, 1), most: 1 }
  const queue = createFairQueue({ maxConcurrent: 1, groups, maxWaitMs: 60_000 })
  const entered: string[] = []
  const come = async (key: string) => {
    const release = await queue.acquire(key)
    entered.push(key)
    release()
  }
  await Promise.all(['a1', 'a1', 'a2', 'a3', 'b1', 'b1', 'c1', 'a2'].map(come))
  expect(entered).toEqual(['a1', 'a1', 'b1', 'c1', 'a2', 'b1', 'a3', 'a2'])
})

test('the limit of a key may change, and a group knows whether it waits', async () => {
  let most = 2
  const { queue, come } = arrange({ maxConcurrent: 4, maxPerKey: () => most })
  const releases = [await come('a1'), await come('a2')]
  expect(queue.hasWaiting('a')).toBe(false)
  const third = come('a3')
  expect([queue.hasWaiting('a'), queue.hasWaiting('b')]).toEqual([true, false])
  most = 1
  releases[0]?.()
  expect(queue.taken).toBe(1)
  releases[1]?.()
  ;(await third)()
  expect(queue.taken).toBe(0)
})

test('rejects callers that wait too long, or find a full queue', async () => {
  const { queue, come } = arrange({ maxWaitMs: 1, maxWaitingPerKey: 1 })
  await come('a1')
  const refused = { status: 503, code: 'unavailable' }
  const outcome = await Promise.allSettled([come('a2'), come('a3')])
  expect(outcome).toMatchObject([{ reason: refused }, { reason: refused }])
  expect({ taken: queue.taken, waiting: queue.waiting }).toEqual({ taken: 1, waiting: 0 })
})

test('failed work frees its slot', async () => {
  const { queue } = arrange()
  await expect(queue.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await queue.run('a', () => 'done')).toBe('done')
  expect(queue.taken).toBe(0)
})
