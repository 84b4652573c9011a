import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client } from 'pg'
import { afterAll, afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { createPool } from '#core/database/connection'
import { type EmbeddedDatabase, startEmbedded } from '#core/database/embedded'
import { openDatabase } from '#core/database/open-database'

const asRoot = process.getuid?.() === 0
const nobody = asRoot ? Number(execFileSync('id', ['-u', 'nobody'])) : 0
const module = new URL('../../../src/core/database/embedded.ts', import.meta.url)

const root = mkdtempSync(join(tmpdir(), 'kontor-embedded-'))
chmodSync(root, 0o755)
const servers = new Set<number>()
const holders = new Set<ChildProcess>()
let directories = 0

afterEach(() => {
  for (const holder of holders) holder.kill('SIGKILL')
  holders.clear()
  for (const pid of servers) if (isAlive(pid)) process.kill(pid, 'SIGQUIT')
  servers.clear()
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** A missing directory within one that everybody can reach. */
const newDirectory = (name = 'data') => join(root, String(++directories), name)

let made: Promise<string> | undefined

/** A copy of a stopped database, which is faster than creating one. */
async function filledDirectory(): Promise<string> {
  made ??= (async () => {
    const first = newDirectory()
    await (await startEmbedded(first, { report: () => {} })).stop()
    return first
  })()
  const copy = newDirectory()
  mkdirSync(copy, { recursive: true })
  execFileSync('cp', ['-a', join(await made, 'postgres'), copy])
  return copy
}

const said: string[] = []
const report = (line: string) => void said.push(line)

async function start(dataDir: string, durable = true): Promise<EmbeddedDatabase> {
  said.length = 0
  const database = await startEmbedded(dataDir, { report, durable })
  servers.add(serverOf(dataDir))
  return database
}

const serverOf = (dataDir: string) =>
  Number.parseInt(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8'), 10)

/** A zombie counts as dead. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux' || !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}

const childrenOf = (pid: number) =>
  execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(Number)

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

interface Holder {
  process: ChildProcess
  url: string
  said: string[]
  stop(): Promise<void>
}

/** Another process that uses the database until told to stop. */
async function hold(dataDir: string, uid?: number): Promise<Holder> {
  const script = `
    import { startEmbedded } from '${module}'
    const tell = (message) => console.log(JSON.stringify(message))
    startEmbedded(${JSON.stringify(dataDir)}, { report: (said) => tell({ said }) }).then(({ url, stop }) => {
      process.stdin.once('data', () => stop().then(() => process.exit(0)))
      tell({ url })
    }, ({ message: error }) => tell({ error }))`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    ...(uid && { uid, gid: uid }),
    cwd: '/',
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  holders.add(child)
  const said: string[] = []
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      const message = JSON.parse(line) as { url?: string; said?: string; error?: string }
      if (message.said) said.push(message.said)
      if (message.error) reject(new Error(message.error))
      if (message.url) resolve(message.url)
    })
    child.once('exit', () => reject(new Error('the process ended')))
  })
  servers.add(serverOf(dataDir))
  return {
    process: child,
    url,
    said,
    async stop() {
      child.stdin.write('stop\n')
      await once(child, 'exit')
    },
  }
}

async function kill(child: ChildProcess) {
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

describe('a new database', () => {
  const dataDir = newDirectory()

  test('is created at the first start, reached by its URL only, and stops without leftovers', async () => {
    const database = await start(dataDir)
    expect(said).toEqual([`Creating the database in ${realpathSync(dataDir)}/postgres (first start) …`])
    const [row] = await query(
      database.url,
      `select current_user as user, current_database() as database, getdatabaseencoding() as encoding,
        current_setting('TimeZone') as zone, current_setting('listen_addresses') as addresses,
        current_setting('fsync') as fsync, lower('ÄÖÜ') as lower`,
    )
    expect(row).toEqual({
      user: 'kontor',
      database: 'kontor',
      encoding: 'UTF8',
      zone: 'UTC',
      addresses: '',
      fsync: 'on',
      lower: 'äöü',
    })
    await query(database.url, 'create extension btree_gist; create extension pgcrypto; create extension pg_trgm')
    const [{ trigrams } = {}] = await query(database.url, `select array_length(show_trgm('Müller'), 1) as trigrams`)
    expect(trigrams).toBe(7)

    const server = serverOf(dataDir)
    const processes = [server, ...childrenOf(server)]
    expect(processes.length).toBeGreaterThan(4)
    await database.stop()
    expect(processes.filter(isAlive)).toEqual([])
    expect(readdirSync(dataDir)).toEqual(['postgres'])
  })

  test('keeps its data for the next start, which reports nothing', async () => {
    const first = await start(dataDir)
    await query(first.url, 'create table kept as select 1 as one')
    await first.stop()
    const second = await start(dataDir)
    expect(said).toEqual([])
    expect(second.url).toBe(first.url)
    expect(await query(second.url, 'select * from kept')).toEqual([{ one: 1 }])
    await second.stop()
    await second.stop()
  })

  test('is private: files readable by its user only, and a password on the socket', async () => {
    const database = await start(dataDir)
    const home = join(dataDir, 'postgres')
    for (const name of ['.', 'data', 'password', 'log', '.s.PGSQL.5432'])
      expect([name, statSync(join(home, name)).mode & 0o077]).toEqual([name, 0])
    const stranger = new URL(database.url)
    stranger.password = 'guess'
    await expect(query(stranger.href, 'select 1')).rejects.toThrow(/password authentication failed/)
    await database.stop()
  })

  test('can be moved with its data directory', async () => {
    const moved = newDirectory('moved')
    mkdirSync(join(moved, '..'))
    renameSync(dataDir, moved)
    const database = await start(moved)
    expect(await query(database.url, 'select * from kept')).toEqual([{ one: 1 }])
    await database.stop()
  })
})

describe('several processes', () => {
  test('a command joins the running server and leaves it running', async () => {
    const dataDir = await filledDirectory()
    const server = await start(dataDir)
    const pid = serverOf(dataDir)
    const command = await hold(dataDir)
    expect(command.url).toBe(server.url)
    expect(serverOf(dataDir)).toBe(pid)
    await command.stop()
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
    await server.stop()
    expect(isAlive(pid)).toBe(false)
  })

  test('the server outlives the process that started it, until the last user leaves', async () => {
    const dataDir = await filledDirectory()
    const starter = await hold(dataDir)
    const other = await start(dataDir)
    const pid = serverOf(dataDir)
    await starter.stop()
    expect(await query(other.url, 'select 1 as one')).toEqual([{ one: 1 }])
    await other.stop()
    expect(isAlive(pid)).toBe(false)
  })

  test('starting at once share one cluster and one server', async () => {
    const dataDir = newDirectory()
    const first = await Promise.all([hold(dataDir), hold(dataDir), hold(dataDir)])
    expect(new Set(first.map(({ url }) => url)).size).toBe(1)
    expect(readdirSync(dataDir)).toEqual(['postgres'])
    const pid = serverOf(dataDir)
    await Promise.all(first.map(({ stop }) => stop()))
    expect(isAlive(pid)).toBe(false)

    const again = await Promise.all([hold(dataDir), hold(dataDir), hold(dataDir)])
    await Promise.all(again.map(({ url }) => query(url, 'select 1')))
    await Promise.all(again.map(({ stop }) => stop()))
    expect([...servers].filter(isAlive)).toEqual([])
  })

  test('starting while the last one stops gets a server', async () => {
    const dataDir = await filledDirectory()
    let last = await start(dataDir)
    for (let round = 0; round < 8; round++) {
      const stopped = last.stop()
      last = await start(dataDir)
      expect(await query(last.url, 'select 1 as one')).toEqual([{ one: 1 }])
      await stopped
    }
    await last.stop()
  })
})

describe('after kill -9', () => {
  test('of the starting process, the server is joined', async () => {
    const dataDir = await filledDirectory()
    const killed = await hold(dataDir)
    const pid = serverOf(dataDir)
    await kill(killed.process)
    expect(isAlive(pid)).toBe(true)
    const database = await start(dataDir)
    expect(serverOf(dataDir)).toBe(pid)
    expect(database.url).toBe(killed.url)
    await database.stop()
    expect(isAlive(pid)).toBe(false)
  })

  test('of PostgreSQL and its user, the next start recovers committed data', async () => {
    const dataDir = await filledDirectory()
    const holder = await hold(dataDir)
    await query(holder.url, 'create table kept as select generate_series(1, 1000) as number')
    const pid = serverOf(dataDir)
    await kill(holder.process)
    process.kill(pid, 'SIGKILL')
    const database = await start(dataDir)
    expect(serverOf(dataDir)).not.toBe(pid)
    expect(await query(database.url, 'select count(*)::int as count from kept')).toEqual([{ count: 1000 }])
    await database.stop()
  })

  test('of PostgreSQL, the next start succeeds although its pid was reused', async () => {
    const dataDir = await filledDirectory()
    const holder = await hold(dataDir)
    const locks = ['data/postmaster.pid', '.s.PGSQL.5432.lock'].map((name) => join(dataDir, 'postgres', name))
    const left = locks.map((file) => readFileSync(file, 'utf8'))
    const pid = serverOf(dataDir)
    await kill(holder.process)
    process.kill(pid, 'SIGKILL')
    const { uid, gid } = statSync(join(dataDir, 'postgres'))
    const other = spawn('sleep', ['60'], { ...(asRoot && { uid, gid }), stdio: 'ignore' })
    onTestFinished(() => void other.kill())
    await once(other, 'spawn')
    for (const [at, file] of locks.entries()) writeFileSync(file, left[at]?.replace(/^\d+/, String(other.pid)) ?? '')
    const database = await start(dataDir)
    expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(isAlive(other.pid ?? 0)).toBe(true)
    await database.stop()
  })

  test('of PostgreSQL alone, its user restarts it', async () => {
    const dataDir = await filledDirectory()
    let back = () => {}
    const lost = new Promise<void>((resolve) => {
      back = resolve
    })
    const database = await startEmbedded(dataDir, { report: (line) => /was lost/.test(line) && back() })
    const pid = serverOf(dataDir)
    process.kill(pid, 'SIGKILL')
    await lost
    const command = await hold(dataDir)
    expect(serverOf(dataDir)).not.toBe(pid)
    expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
    await command.stop()
    await database.stop()
    expect([...servers].filter(isAlive)).toEqual([])
  })
})

describe('a data directory', () => {
  test.each([
    ['with spaces, umlauts and signs', `Büro $HOME "Müller & Söhne", 100 % 'öffentlich'`],
    ['with a path longer than a socket may have', join('a'.repeat(100), 'b'.repeat(100))],
  ])('%s works, for a second process too', async (_, name) => {
    const dataDir = newDirectory(name)
    const database = await start(dataDir)
    const socket = decodeURIComponent(new URL(database.url).hostname)
    onTestFinished(() => rmSync(socket, { recursive: true, force: true }))
    const command = await hold(dataDir)
    expect(await query(command.url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(statSync(socket).mode & 0o777).toBe(0o700)
    await command.stop()
    await database.stop()
  })

  test('is not silently recreated if its database is missing', async () => {
    const dataDir = newDirectory()
    mkdirSync(dataDir, { recursive: true })
    execFileSync('ln', ['-s', join(root, 'gone'), join(dataDir, 'postgres')])
    await expect(start(dataDir)).rejects.toThrow(/postgres leads to .*gone, which is gone\. Bring it back, or delete/)
  })

  test('is rejected with the end of the log and a remedy if the server cannot start', async () => {
    const dataDir = await filledDirectory()
    appendFileSync(join(dataDir, 'postgres/data/postgresql.conf'), 'shared_buffers = lots\n')
    const refusal = await start(dataDir).catch((error: Error) => error.message)
    expect(refusal).toMatch(/^PostgreSQL did not start\. Its log, .*postgres\/log, ends with:\n {2}/)
    expect(refusal).toMatch(/invalid value for parameter "shared_buffers": "lots"/)
    expect(refusal).toMatch(/start again, or set DATABASE_URL to a PostgreSQL 15 or newer\.$/)
    expect(refusal).not.toMatch(/is ready to accept connections/)
  })

  test('of another major version is rejected with a remedy if its programs are missing', async () => {
    const dataDir = await filledDirectory()
    for (const [major, advice] of [
      [14, 'and only its programs can read it: start the releases of Kontor between that one and this one first'],
      [99, 'start a newer Kontor.'],
    ] as const) {
      writeFileSync(join(dataDir, 'postgres/data/PG_VERSION'), `${major}\n`)
      const refusal = await start(dataDir).catch((error: Error) => error.message)
      expect(refusal).toMatch(new RegExp(`^PostgreSQL ${major} made the database in DATA_DIR, `))
      expect(refusal).toContain(advice)
    }
  })
})

test('a throw-away database is deleted when its last user leaves', async () => {
  const dataDir = newDirectory()
  const database = await start(dataDir, false)
  expect(await query(database.url, 'show fsync')).toEqual([{ fsync: 'off' }])
  const pid = serverOf(dataDir)
  await database.stop()
  expect(isAlive(pid)).toBe(false)
  expect(readdirSync(dataDir)).toEqual([])
})

describe.runIf(asRoot)('as root', () => {
  test('PostgreSQL runs as another user, who owns its files', async () => {
    const dataDir = newDirectory()
    const database = await start(dataDir)
    const { uid } = statSync(join(dataDir, 'postgres'))
    expect(uid).not.toBe(0)
    expect(statSync(`/proc/${serverOf(dataDir)}`).uid).toBe(uid)
    expect(statSync(dataDir).uid).toBe(0)
    await database.stop()
  })

  test('a data directory that PostgreSQL’s user cannot reach links to one it can', async () => {
    const dataDir = newDirectory()
    mkdirSync(join(dataDir, '..'), { mode: 0o700 })
    const database = await start(dataDir)
    const entry = join(dataDir, 'postgres')
    onTestFinished(() => rmSync(realpathSync(entry), { recursive: true }))
    expect(lstatSync(entry).isSymbolicLink()).toBe(true)
    expect(realpathSync(entry)).toMatch(/^\/var\/lib\/kontor\/cluster-\w+$/)
    expect(said[0]).toBe(
      `PostgreSQL does not run as root, and another user cannot reach ${realpathSync(dataDir)}: the database lives in ${realpathSync(entry)}.`,
    )
    await query(database.url, 'create table kept as select 1 as one')
    await database.stop()
    const again = await start(dataDir)
    expect(said).toEqual([])
    expect(await query(again.url, 'select * from kept')).toEqual([{ one: 1 }])
    await again.stop()
  })

  test('a restored cluster owned by root is given to PostgreSQL’s user', async () => {
    const dataDir = await filledDirectory()
    execFileSync('chown', ['-R', '0:0', join(dataDir, 'postgres')])
    const database = await start(dataDir)
    expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
    await database.stop()
  })
})

describe.runIf(asRoot)('as another user than root', () => {
  const dataDir = newDirectory()
  const own = () => {
    mkdirSync(dataDir, { recursive: true })
    chownSync(dataDir, nobody, nobody)
  }

  test('PostgreSQL runs as that user, and root may join', async () => {
    own()
    const holder = await hold(dataDir, nobody)
    const pid = serverOf(dataDir)
    expect(statSync(`/proc/${pid}`).uid).toBe(nobody)
    const root = await start(dataDir)
    expect(root.url).toBe(holder.url)
    await holder.stop()
    await root.stop()
    expect(isAlive(pid)).toBe(false)
  })

  test('root starts it as its owner', async () => {
    const database = await start(dataDir)
    expect(statSync(`/proc/${serverOf(dataDir)}`).uid).toBe(nobody)
    await database.stop()
  })

  test('the database of another user is rejected with a remedy', async () => {
    const theirs = await filledDirectory()
    await expect(hold(theirs, nobody)).rejects.toThrow(/belongs to another user: run this as that user, or as root\.$/)
  })
})

test('a database from before the role of requests gets that role', async () => {
  const dataDir = await filledDirectory()
  const open = () => openDatabase({ databaseUrl: null, dataDir }, report)
  const before = await open()
  servers.add(serverOf(dataDir))
  await query(before.url, 'alter role kontor_app nologin password null')
  const app = createPool(before.url, 'app', 1)
  await expect(app.query('select')).rejects.toThrow(/kontor_app/)
  await app.end()
  await before.close()
  const after = await open()
  servers.add(serverOf(dataDir))
  const again = createPool(after.url, 'app', 1)
  expect((await again.query('select session_user as user')).rows).toEqual([{ user: 'kontor_app' }])
  await again.end()
  await after.close()
})
