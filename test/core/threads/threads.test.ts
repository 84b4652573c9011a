import { afterEach, describe, expect, test } from 'vitest'
import { createThreads, TaskStopped, type ThreadOptions, type Threads, threadModule } from '#core/threads/threads'

const tasks = threadModule<typeof import('./tasks.ts')>(import.meta.url, './tasks')

let threads: Threads
const open = (options?: ThreadOptions) => {
  threads = createThreads(options)
  return threads
}
afterEach(() => threads.close())

describe('threads', () => {
  test('run a function of a module away from this one, and keep the thread', async () => {
    open()
    expect(await threads.run('a', tasks, 'double', 21)).toBe(42)
    const first = await threads.run('a', tasks, 'where', null)
    expect(first).toBeGreaterThan(0)
    expect(await threads.run('a', tasks, 'where', null)).toBe(first)
  })

  test('say what a function throws, and go on', async () => {
    open()
    await expect(threads.run('a', tasks, 'fail', 'beyond')).rejects.toThrow(RangeError('beyond'))
    expect(await threads.run('a', tasks, 'double', 1)).toBe(2)
  })

  test('kill what takes too long, and go on', async () => {
    open({ maxRunMs: 2000 })
    await expect(threads.run('a', tasks, 'spin', new SharedArrayBuffer(4))).rejects.toThrow(TaskStopped)
    expect(await threads.run('a', tasks, 'double', 1)).toBe(2)
  })

  test('kill what takes longer than its own module may, and tell the caller to come back', async () => {
    open({ maxRunMs: 60_000 })
    const brief = threadModule<typeof import('./tasks.ts')>(import.meta.url, './tasks', { maxRunMs: 1000 })
    const stopped = threads.run('a', brief, 'spin', new SharedArrayBuffer(4))
    await expect(stopped).rejects.toMatchObject({ status: 503, code: 'unavailable' })
  })

  test('kill what takes too much memory, and go on', async () => {
    open({ heap: 32 })
    await expect(threads.run('a', tasks, 'hoard', null)).rejects.toThrow(TaskStopped)
    expect(await threads.run('a', tasks, 'double', 1)).toBe(2)
  })

  test('serve another organization beside one that has many tasks', async () => {
    open({ maxRunMs: 60_000 })
    const started = new SharedArrayBuffer(4)
    const spinning = threads.run('a', tasks, 'spin', started)
    const waiting = threads.run('a', tasks, 'double', 1)
    const ended = Promise.allSettled([spinning, waiting])
    await Atomics.waitAsync(new Int32Array(started), 0, 0).value
    expect(await threads.run('b', tasks, 'double', 2)).toBe(4)
    await threads.close()
    expect((await ended)[0].status).toBe('rejected')
  })

  test('serve what is kept, and other readers, beside one reader of the same organization who looks at much', async () => {
    open({ maxRunMs: 60_000, maxQueueLength: 3 })
    const done: string[] = []
    const look = (reader: string) =>
      threads.run({ organizationId: 'a', reader }, tasks, 'double', 1).then(() => done.push(reader))
    const first = threads.run({ organizationId: 'a', reader: 'anna' }, tasks, 'where', null)
    const all = ['anna', 'anna', 'anna', 'bert'].map(look)
    const kept = threads.run('a', tasks, 'double', 1).then(() => done.push('kept'))
    await expect(look('anna')).rejects.toMatchObject({ status: 503 })
    await Promise.all([first, kept, ...all])
    expect(done).toEqual(['anna', 'bert', 'kept', 'anna', 'anna'])
  })

  test('refuse an organization that has too many waiting, and it alone', async () => {
    open({ maxRunMs: 60_000, maxQueueLength: 1 })
    const spinning = threads.run('a', tasks, 'spin', new SharedArrayBuffer(4))
    const waiting = threads.run('a', tasks, 'double', 1)
    const ended = Promise.allSettled([spinning, waiting])
    await expect(threads.run('a', tasks, 'double', 1)).rejects.toMatchObject({ status: 503, code: 'unavailable' })
    expect(await threads.run('b', tasks, 'double', 2)).toBe(4)
    await threads.close()
    await ended
  })
})
