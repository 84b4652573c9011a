import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, expect, inject, test } from 'vitest'
import { DatabaseUnavailable, openDatabase } from '#core/database/open-database'
import { createDatabase } from '../../harness/cluster.ts'
import { freePort } from '../../harness/service.ts'
import { isOnSeveralServers } from '../../harness/several-servers.ts'
import { startPostgresProxy } from '../../peers/postgres-proxy.ts'

// Uses Debian's PgBouncer if installed.

const pooler = '/usr/sbin/pgbouncer'
const missing = spawnSync(pooler, ['--version']).error
if (missing) console.warn(`Skipped: PgBouncer. Debian: apt-get install pgbouncer (${missing.message})`)
const byPooler = test.skipIf(missing || isOnSeveralServers('PgBouncer stands before one server'))

const opened: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

let database: { url: string; drop(): Promise<void> }
beforeAll(async () => {
  database = await createDatabase(inject('cluster'), inject('template'))
  return () => database.drop()
})

/** Message of a start. */
const said = (url: string) =>
  openDatabase({ databaseUrl: url, dataDir: '', secretKey: null }, () => {}).then(
    () => 'nothing',
    (error: Error) => (error instanceof DatabaseUnavailable ? error.message : error),
  )

/** URL of the database behind PgBouncer. */
async function pooled(settings: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-pooler-'))
  const port = await freePort()
  // PgBouncer runs as another user, who cannot use the socket.
  const direct = await startPostgresProxy(database.url)
  opened.push(() => direct.close())
  const { port: at, username, password, pathname } = new URL(direct.url)
  writeFileSync(join(folder, 'users'), `"${username}" "${password}"\n`)
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=127.0.0.1 port=${at}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, 'users')}
${settings}
`,
  )
  chmodSync(folder, 0o755)
  const child = spawn(pooler, ['-q', ...(process.getuid?.() ? [] : ['-u', 'nobody']), join(folder, 'pgbouncer.ini')])
  let words = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (words += chunk))
  const ended = once(child, 'exit')
  opened.push(async () => {
    child.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true })
  })
  const answers = async () => {
    if (child.exitCode !== null) throw new Error(words)
    const socket: Socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.destroy()
  }
  await expect.poll(() => answers().then(() => 'answers')).toBe('answers')
  const url = new URL(`postgresql://127.0.0.1:${port}${pathname}`)
  Object.assign(url, { username, password })
  return url.href
}

test('a database opens directly and behind proxies that keep session settings', async () => {
  expect(await said(database.url)).toBe('nothing')
  const proxy = await startPostgresProxy(database.url)
  opened.push(() => proxy.close())
  expect(await said(proxy.url)).toBe('nothing')
})

byPooler.each([
  ['drops what is set on a connection', 'ignore_startup_parameters = options', 'the settings of a connection do not'],
  ['refuses what is set on a connection', '', 'unsupported startup parameter: options'],
])('a pooler that %s is refused, and the way out is named', async (_, settings, why) => {
  const told = await said(await pooled(`pool_mode = transaction\n${settings}`))
  expect(told).toContain('where a connection pooler answers: ')
  expect(told).toContain(why)
  expect(told).toMatch(/Give the address of PostgreSQL itself: Kontor has a pool of its own \(DATABASE_POOL_SIZE\)\.$/)
})

byPooler('one that lends its sessions by the session is refused too, where it drops what is set', async () => {
  expect(await said(await pooled('pool_mode = session\nignore_startup_parameters = options'))).toContain(
    'do not reach PostgreSQL',
  )
})
