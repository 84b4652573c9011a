import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { detectIsolation, type Isolation, wrapCommand } from '#core/threads/isolation'
import { ProgramFailed, runProgram } from '#core/threads/program'
import { threadModule } from '#core/threads/threads'

type Programs = typeof import('./programs.ts')
const programs = threadModule<Programs>(import.meta.url, './programs')
const limits = { maxRunMs: 20_000, maxMemory: 300 * 1024 * 1024, maxOutput: 1024 }
const run = (
  name: keyof Programs,
  {
    input = Readable.from(['ab', 'c']),
    ...more
  }: Partial<typeof limits> & { input?: Readable; isolation?: Isolation } = {},
) => runProgram(programs, name, input, 'x', { ...limits, ...more })

describe('a program', () => {
  test('reads a stream and answers bytes, or none', async () => {
    expect(String(await run('double'))).toBe('abcxabc')
    expect(await run('nothing')).toBeNull()
  })

  test('that leaves before it has read all is what failed, not what it was to read', async () => {
    const input = Readable.from(Array.from({ length: 100 }, () => Buffer.alloc(1024 * 1024)))
    await expect(run('double', { input, maxRunMs: 1 })).rejects.toThrow(ProgramFailed)
  })

  test('has no environment', async () => {
    // bubblewrap sets PWD.
    const { PWD, ...environment } = JSON.parse(String(await run('environment')))
    expect(environment).toEqual({})
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
    await expect(run('hang', { maxRunMs: 1000 })).rejects.toThrow(/SIGKILL/)
    await expect(run('hoard')).rejects.toThrow(/SIGKILL/)
    await expect(run('chatter')).rejects.toThrow(ProgramFailed)
  })

  describe('that somebody has taken over', async () => {
    const available = await detectIsolation()
    const secret = join(mkdtempSync(join(tmpdir(), 'kontor-secret-')), 'key')
    writeFileSync(secret, 'secret')
    describe.each([...new Set([available, 'node' as const])])('kept by %s', (isolation) => {
      test.each<[keyof Programs, string]>([
        ['readSecret', secret],
        ['readSecret', '/etc/passwd'],
        ['readSecret', '/proc/self/environ'],
        ['write', `${secret}-2`],
        ['spawn', ''],
      ])('%s %s: is refused', async (name, input) => {
        await expect(run(name, { input: Readable.from([input]), isolation })).rejects.toThrow(
          /ERR_ACCESS_DENIED|ENOENT/,
        )
      })
    })
    // A world-accessible file, as sockets of databases and Docker often are.
    const hasOwnRoot = available === 'bubblewrap' || available === 'namespaces'
    test.runIf(hasOwnRoot)('reaches no socket in the file system', async () => {
      const path = join(mkdtempSync(join(tmpdir(), 'kontor-socket-')), 'socket')
      const server = createServer((socket) => socket.end('heard')).listen(path)
      await once(server, 'listening')
      await expect(run('connect', { input: Readable.from([path]) })).rejects.toThrow(/ENOENT|EACCES/)
      server.close()
    })
    // Node's permissions do not cover native code, here a shell.
    test.runIf(hasOwnRoot)('sees no files and no processes of others, and writes nothing, in native code', async () => {
      const native = (script: string) => {
        const [command = '', ...args] = wrapCommand(available, [], ['/usr/bin/sh', '-c', script])
        return promisify(execFile)(command, args, { env: {} }).then(({ stdout }) => stdout.trim())
      }
      await expect(native(`cat ${secret}`)).rejects.toThrow(/No such file/)
      await expect(native('echo x > /usr/written')).rejects.toThrow(/[Rr]ead-only|Permission denied/)
      await expect(native('mount -t tmpfs tmpfs /usr')).rejects.toThrow()
      await expect(native('unshare --user true')).rejects.toThrow()
      expect(await native('grep CapEff /proc/self/status')).toMatch(/0000000000000000$/)
      expect((await native('ls /proc | grep -c "^[0-9]"')).length).toBe(1)
    })
    // Node's permissions do not cover sockets.
    test.runIf(available !== 'node')('reaches nothing over the network', async () => {
      const server = createServer((socket) => socket.end('heard')).listen(0, '127.0.0.1')
      await once(server, 'listening')
      const port = String((server.address() as AddressInfo).port)
      await expect(run('connect', { input: Readable.from([port]) })).rejects.toThrow(/ENETUNREACH|ECONNREFUSED|EACCES/)
      server.close()
    })
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
