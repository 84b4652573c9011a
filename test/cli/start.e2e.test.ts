import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startEmbedded } from '#core/database/embedded'
import { explainDataDirectoryError, explainFileErrorAtStart, explainListenError } from '#core/runtime/start-failure'
import { createDatabase, onDatabase } from '../harness/cluster.ts'
import { command, createEnvironment, type ProcessResult, runProgramToEnd } from '../harness/process.ts'
import { freePort } from '../harness/service.ts'

// What an operator can mend reads in one line that names the setting and what to do.

const folder = mkdtempSync(join(tmpdir(), 'kontor-start-'))
let database: { url: string; drop(): Promise<void> }
beforeAll(async () => {
  chmodSync(folder, 0o755)
  database = await createDatabase(inject('cluster'), inject('template'))
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

const start = async (settings: NodeJS.ProcessEnv) =>
  runProgramToEnd('main.js', [], {
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: database.url,
    PORT: String(await freePort()),
    ...settings,
  })

/** One line, no stack. */
const expectLine = ({ code, stderr }: ProcessResult, line: string | RegExp) => {
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(line) })
  expect(stderr.trim().split('\n')).toHaveLength(1)
}

describe('start', { timeout: 60_000 }, () => {
  test('names PORT if it is taken, and stops the database', async () => {
    const other = createServer()
    await once(other.listen(0, '127.0.0.1'), 'listening')
    const { port } = other.address() as AddressInfo
    const dataDir = join(folder, 'port')
    const ended = await start({ PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: '' })
    other.close()
    expect(ended.stderr.trim().split('\n').at(-1)).toBe(
      `PORT ${port} is taken at 127.0.0.1: stop the program that listens there, or set PORT to a free one.`,
    )
    expect([ended.code, /\n {4}at /.test(ended.stderr)]).toEqual([1, false])
    expect(existsSync(join(dataDir, 'postgres/data/postmaster.pid'))).toBe(false)
  })

  test('names PORT if only root may listen on it', () => {
    const refused = Object.assign(new Error('listen EACCES'), { code: 'EACCES' })
    expect(explainListenError(refused, { host: '0.0.0.0', port: 80 }).message).toMatch(/^PORT 80 needs rights/)
  })

  test.each([
    ['192.0.2.1', /^HOST 192\.0\.2\.1 is not an address of this machine: set HOST/],
    ['nowhere.invalid', /^HOST nowhere\.invalid is not the name of this machine: set HOST/],
  ])('names HOST where it is not of this machine: %s', async (HOST, line) => {
    expectLine(await start({ HOST }), line)
  })

  test('names DATA_DIR if it is a file, below one, or a dead link', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    const dangling = join(folder, 'dangling')
    symlinkSync(join(folder, 'not-mounted'), dangling)
    for (const DATABASE_URL of ['', database.url]) {
      expectLine(await start({ DATA_DIR: file, DATABASE_URL }), /is a file, or lies below one: set DATA_DIR/)
      expectLine(await start({ DATA_DIR: join(file, 'data'), DATABASE_URL }), /is a file, or lies below one/)
      expectLine(await start({ DATA_DIR: dangling, DATABASE_URL }), /DATA_DIR .*dangling leads nowhere: mount/)
    }
  })

  test('names DATA_DIR if it or its content belongs to another user', async () => {
    const root = process.getuid?.() === 0
    const nobody = root ? Number(execFileSync('id', ['-u', 'nobody'])) : undefined
    const asOther = (settings: NodeJS.ProcessEnv) => ended(command('main.js'), settings, { uid: nobody })
    const dataDir = join(folder, 'foreign')
    mkdirSync(dataDir)
    chmodSync(dataDir, root ? 0o755 : 0o555)
    const line = /^DATA_DIR .*foreign cannot be written to by this user: give the folder/
    expectLine(await asOther({ DATA_DIR: dataDir, DATABASE_URL: database.url }), line)
    expectLine(await asOther({ DATA_DIR: dataDir, DATABASE_URL: '' }), line)
    chmodSync(dataDir, 0o777)
    const home = join(dataDir, 'postgres')
    mkdirSync(home)
    for (const name of ['password', 'port']) writeFileSync(join(home, name), '5432', { mode: root ? 0o600 : 0 })
    expectLine(
      await asOther({ DATA_DIR: dataDir, DATABASE_URL: '' }),
      /\(DATA_DIR\) belongs to another user: run this as/,
    )
    const key = Object.assign(new Error('EACCES'), { code: 'EACCES', path: join(dataDir, 'secret.key') })
    expect(explainFileErrorAtStart(key, dataDir).message).toMatch(line)
  })

  const isRoot = process.getuid?.() === 0 && process.platform === 'linux'
  test(`names DATA_DIR where its disk is read-only or full${isRoot ? '' : ', by the errors of the system'}`, async () => {
    const place = join(folder, 'mounted')
    mkdirSync(place)
    const readOnly = /^DATA_DIR .*mounted is on a read-only file system: mount it/
    const full = /^The disk of DATA_DIR .*mounted is full: free some space/
    if (!isRoot) {
      const thrown = (code: string) =>
        explainDataDirectoryError(Object.assign(new Error(code), { code }), place).message
      expect([thrown('EROFS'), thrown('ENOSPC'), thrown('EDQUOT')]).toEqual(
        [readOnly, full, full].map((line) => expect.stringMatching(line)),
      )
      return
    }
    /** In a namespace of its own, the mount goes with the process. */
    const mounted = (options: string, DATABASE_URL: string) =>
      ended(
        ['-m', 'sh', '-c', `mount -t tmpfs -o ${options} tmpfs ${place} && exec "$0" "$@"`, process.execPath].concat(
          command('main.js'),
        ),
        { DATA_DIR: place, DATABASE_URL },
        { program: 'unshare' },
      )
    for (const DATABASE_URL of ['', database.url]) expectLine(await mounted('ro', DATABASE_URL), readOnly)
    expectLine(await mounted('nr_inodes=1', database.url), full)
    // A probe fits, and the database does not.
    const { code, stderr } = await mounted('size=1m,mode=755', '')
    expect([code, stderr.trim().split('\n').at(-1), stderr.split('\n').length]).toEqual([
      1,
      expect.stringMatching(full),
      3,
    ])
  })

  test('refuses a database in use by another machine, and takes over that of a dead process', async () => {
    const dataDir = join(folder, 'shared')
    await (await startEmbedded(dataDir, { report: () => {} })).stop()
    const lock = join(dataDir, 'postgres/host.lock')
    expect(existsSync(lock)).toBe(false)
    const holder = { host: 'otherhost', pid: 4711, startedAt: '2026-11-28T02:20:00.000Z', boot: 'another' }
    writeFileSync(lock, JSON.stringify(holder))
    expectLine(
      await start({ DATA_DIR: dataDir, DATABASE_URL: '' }),
      /^The database in .* \(DATA_DIR\) is run by process 4711 on otherhost, since 2026-11-28T02:20:00\.000Z: stop Kontor there\. If nothing runs there any more, delete .*host\.lock and start again\.\n$/,
    )
    expect(existsSync(join(dataDir, 'postgres/data/postmaster.pid'))).toBe(false)
    writeFileSync(lock, JSON.stringify({ ...holder, host: hostname() }))
    const mine = await startEmbedded(dataDir, { report: () => {} })
    expect(JSON.parse(readFileSync(lock, 'utf8'))).toMatchObject({ host: hostname(), pid: process.pid })
    await mine.stop()
    expect(existsSync(lock)).toBe(false)
  })

  test('names DATABASE_URL if PostgreSQL refuses the connection', async () => {
    const at = (change: Partial<URL>) =>
      start({ DATABASE_URL: Object.assign(new URL(onDatabase(inject('cluster'), 'postgres')), change).href })
    expectLine(await at({ password: 'wrong' }), /Correct the password of "\w+" in DATABASE_URL\./)
    expectLine(await at({ password: '' }), /wants a password: put that of "\w+" into DATABASE_URL\./)
    expectLine(await at({ pathname: '/nowhere' }), /Create it \(createdb nowhere\), or correct the name/)
    expectLine(
      await start({ DATABASE_URL: 'postgresql://kontor:x@nowhere.invalid/kontor' }),
      /^DATABASE_URL names nowhere\.invalid, where no PostgreSQL answers: /,
    )
    expectLine(
      await at({ search: '?sslmode=verify-full' }),
      /with which there is no TLS: .*Correct sslmode and sslrootcert in DATABASE_URL/,
    )
  })
})

async function ended(
  args: string[],
  settings: NodeJS.ProcessEnv,
  { uid, program = process.execPath }: { uid?: number; program?: string },
): Promise<ProcessResult> {
  const env = createEnvironment({ PORT: String(await freePort()), ...settings })
  return new Promise((resolve) =>
    execFile(program, args, { env, uid, gid: uid }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    ),
  )
}
