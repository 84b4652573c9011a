import { expect, test } from 'vitest'
import type { Context } from '#core/operation/context'
import { operateAsSystem } from '#core/operation/operation'
import { MemoryUnavailable } from '#core/runtime/response-memory'
import { house } from '../../harness/house.ts'

const at = house()

const operated = <T>(work: (context: Context) => Promise<T>) =>
  operateAsSystem(at.app.services, at.organizationId, work)

/** An operation with a slow preparation, its number of runs, and a function that ends the preparation. */
function slowly<T>(work: (context: Context, slow: () => Promise<string>) => Promise<T>) {
  const { promise, resolve } = Promise.withResolvers<string>()
  const asked = Promise.withResolvers<void>()
  const seen = { begun: 0, atWork: 0 }
  const ended = operated(async (context) => {
    seen.begun += 1
    seen.atWork += 1
    try {
      return await work(context, async () => {
        asked.resolve()
        return promise
      })
    } finally {
      seen.atWork -= 1
    }
  })
  return { seen, ended, asked: asked.promise, resolve }
}

test('concurrent preparations are awaited without a connection, even if one fails at once', async () => {
  const { seen, ended, asked, resolve } = slowly((context, slow) =>
    Promise.allSettled([
      context.prepareOutside('slow', slow),
      context.prepareOutside('refused', async () => {
        throw new Error('refused')
      }),
    ]),
  )
  await asked
  for (let round = 0; round < 3; round++) await operated(async () => {})
  await expect.poll(() => seen).toEqual({ begun: 1, atWork: 0 })
  resolve('made')
  expect(await ended).toMatchObject([
    { status: 'fulfilled', value: 'made' },
    { status: 'rejected', reason: { message: 'refused' } },
  ])
  expect(seen.begun).toBe(2)
})

test('preparations of a run that is rolled back for its size are awaited without a connection', async () => {
  let isLarge = true
  const { seen, ended, asked, resolve } = slowly(async (context, slow) => {
    const made = context.prepareOutside('slow', slow)
    made.catch(() => {})
    await asked
    if (isLarge) {
      isLarge = false
      throw new MemoryUnavailable()
    }
    return made
  })
  await asked
  for (let round = 0; round < 3; round++) await operated(async () => {})
  await expect.poll(() => seen).toEqual({ begun: 1, atWork: 0 })
  resolve('made')
  expect(await ended).toBe('made')
  expect(seen.begun).toBe(2)
})

test('preparations requested after a run has ended do not delay the next one', async () => {
  const late = Promise.withResolvers<void>()
  let straggler: Promise<unknown> | undefined
  const { seen, ended, asked, resolve } = slowly(async (context, slow) => {
    if (!straggler) {
      straggler = late.promise.then(() => context.prepareOutside('slow', slow)).catch(() => {})
      return context.rerun()
    }
    late.resolve()
    await straggler
    return context.prepareOutside('slow', slow)
  })
  await asked
  for (let round = 0; round < 3; round++) await operated(async () => {})
  await expect.poll(() => seen).toEqual({ begun: 2, atWork: 0 })
  resolve('made')
  expect(await ended).toBe('made')
  expect(seen.begun).toBe(3)
})

test('an operation may prepare as many values as a list has rows, but not run endlessly', async () => {
  const rows = Array.from({ length: 150 }, (_, index) => `${index}`)
  const shown = await operated((context) =>
    Promise.all(
      rows.map(async (row) => {
        await context.prepareOutside(`read ${row}`, async () => {})
        return context.prepareOutside(`shown ${row}`, async () => row)
      }),
    ),
  )
  expect(shown).toEqual(rows)
  let runs = 0
  const endless = operated((context) => context.prepareOutside(`${runs++}`, async () => {}))
  await expect(endless).rejects.toThrow('not the same in each of its runs')
})
