import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { ProgramFailed, runProgram } from '#core/threads/program'
import { threadModule } from '#core/threads/threads'

type Programs = typeof import('./programs.ts')
const programs = threadModule<Programs>(import.meta.url, './programs')
const limits = { longestRun: 20_000, mostMemory: 300 * 1024 * 1024, mostOutput: 1024 }
const run = (
  name: keyof Programs,
  { input = Readable.from(['ab', 'c']), ...more }: Partial<typeof limits> & { input?: Readable } = {},
) => runProgram(programs, name, input, 'x', { ...limits, ...more })

describe('a program', () => {
  test('reads a stream and answers bytes, or none', async () => {
    expect(String(await run('double'))).toBe('abcxabc')
    expect(await run('nothing')).toBeNull()
  })

  test('that leaves before it has read all is what failed, not what it was to read', async () => {
    const input = Readable.from(Array.from({ length: 100 }, () => Buffer.alloc(1024 * 1024)))
    await expect(run('double', { input, longestRun: 1 })).rejects.toThrow(ProgramFailed)
  })

  test('has no environment', async () => {
    expect(JSON.parse(String(await run('environment')))).toEqual({})
  })

  test.each<[keyof Programs, RegExp]>([
    ['crash', /SIGABRT/],
    ['fail', /RangeError: beyond/],
  ])('that cannot go on (%s) is a failure that says why', async (name, why) => {
    const failed = run(name)
    await expect(failed).rejects.toThrow(ProgramFailed)
    await expect(failed).rejects.toThrow(why)
  })

  test('is killed that takes too long, too much memory, or has too much to say', async () => {
    await expect(run('hang', { longestRun: 1000 })).rejects.toThrow(/SIGKILL/)
    await expect(run('hoard')).rejects.toThrow(/SIGKILL/)
    await expect(run('chatter')).rejects.toThrow(ProgramFailed)
  })

  test('ends with what it was to read, and says what that broke off with', async () => {
    const input = Readable.from(
      (async function* () {
        yield 'ab'
        throw new TypeError('cut off')
      })(),
    )
    await expect(run('double', { input })).rejects.toThrow(TypeError('cut off'))
  })
})
