import { describe, expect, test } from 'vitest'
import { createLatestOnlyQueue } from '#core/runtime/latest-only-queue'

const drawing = () => {
  const end = Promise.withResolvers<string>()
  return { work: () => end.promise, end }
}

describe('the latest call of a key', () => {
  test('runs after the current one, and replaces a waiting call', async () => {
    const newest = createLatestOnlyQueue()
    const [first, second, third] = [drawing(), drawing(), drawing()]
    const began: string[] = []
    const ask = (name: string, { work }: typeof first) =>
      newest.run('one', () => {
        began.push(name)
        return work()
      })
    const answers = [ask('first', first), ask('second', second), ask('third', third)]
    await expect(answers[1]).rejects.toMatchObject({ status: 409, code: 'conflict' })
    expect(began).toEqual(['first'])
    first.end.resolve('1')
    expect(await answers[0]).toBe('1')
    third.end.resolve('3')
    expect(await answers[2]).toBe('3')
    expect(began).toEqual(['first', 'third'])
  })
  test('does not delay other keys, and runs after a failure', async () => {
    const newest = createLatestOnlyQueue()
    const [mine, theirs] = [drawing(), drawing()]
    const failing = newest.run('one', mine.work)
    const next = newest.run('one', async () => 'next')
    theirs.end.resolve('theirs')
    expect(await newest.run('another', theirs.work)).toBe('theirs')
    mine.end.reject(new Error('torn'))
    await expect(failing).rejects.toThrow('torn')
    expect(await next).toBe('next')
  })
  test('waits for a call that is just starting', async () => {
    const newest = createLatestOnlyQueue()
    let running = 0
    const order: number[] = []
    const ask = (number: number) =>
      newest.run('one', async () => {
        expect(++running).toBe(1)
        await new Promise(setImmediate)
        order.push(number)
        running -= 1
        return number
      })
    const first = ask(1)
    const second = ask(2)
    const third = first.then(() => ask(3))
    expect(await Promise.all([first, second, third])).toEqual([1, 2, 3])
    expect(order).toEqual([1, 2, 3])
  })
})
