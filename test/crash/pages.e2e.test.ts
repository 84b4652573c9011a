import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { HocuspocusProvider, HocuspocusProviderWebsocket } from '@hocuspocus/provider'
import { PgBoss } from 'pg-boss'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { WebSocket } from 'ws'
import { Doc, XmlElement, XmlText } from 'yjs'
import { createZip } from '#core/storage/zip'
import { createDatabase } from '../harness/cluster.ts'
import { type Moment, type PostgresProxy, type StatementFilter, startPostgresProxy } from '../peers/postgres-proxy.ts'
import { type Firm, openFirm } from './firm.ts'
import { createServer, type Server } from './server.ts'

// The server is killed while a page is edited live, and while pages are imported. What must hold afterwards: each word that an
// editor was told is kept is there, and is told; of an import there is all, or nothing.

const directory = mkdtempSync(join(tmpdir(), 'kontor-crash-'))
let database: { url: string; drop(): Promise<void> }
let proxy: PostgresProxy
let server: Server
let firm: Firm
const opened: HocuspocusProvider[] = []

beforeAll(async () => {
  database = await createDatabase(inject('cluster'), inject('template'))
  proxy = await startPostgresProxy(database.url)
  server = await createServer({ DATA_DIR: directory, DATABASE_URL: proxy.url })
  await server.start()
  firm = await openFirm(server.base, database.url)
}, 120_000)

afterEach(() => {
  for (const provider of opened.splice(0)) {
    provider.configuration.websocketProvider.destroy()
    provider.destroy()
  }
})

afterAll(async () => {
  server.kill('SIGKILL')
  await firm.system.end()
  await proxy.close()
  await database.drop()
  rmSync(directory, { recursive: true, force: true })
})

class Cable extends WebSocket {
  constructor(address: string) {
    super(address)
    this.on('error', () => {})
  }
}

/** The stock provider, which comes back by itself. */
function edit(page: string) {
  const doc = new Doc()
  const socket = new HocuspocusProviderWebsocket({
    url: `${server.base.replace('http', 'ws')}/live`,
    WebSocketPolyfill: Cable,
    delay: 20,
    minDelay: 10,
    maxDelay: 100,
    jitter: false,
  })
  const provider = new HocuspocusProvider({
    websocketProvider: socket,
    name: `page.${page}`,
    document: doc,
    token: firm.token,
  })
  provider.attach()
  opened.push(provider)
  return { provider, socket, doc }
}

const until = (look: () => unknown) => expect.poll(look, { interval: 10, timeout: 20_000 })
const isSynced = ({ provider }: ReturnType<typeof edit>) => provider.isSynced && provider.unsyncedChanges === 0
const rootOf = (doc: Doc) => doc.getXmlFragment('default')
const wordsOf = (doc: Doc) =>
  rootOf(doc)
    .toArray()
    .map((each) => (each as XmlElement).toArray().join(''))
function write(doc: Doc, words: string) {
  const paragraph = new XmlElement('paragraph')
  paragraph.insert(0, [new XmlText(words)])
  rootOf(doc).insert(rootOf(doc).length, [paragraph])
}

/** Fulfilled once the server was killed at a statement, and is there again. */
async function killedAt(moment: Moment, fits: StatementFilter, work: () => unknown) {
  const killed = new Promise<void>((resolve) =>
    proxy.breakAt(moment, fits, () => {
      server.kill('SIGKILL')
      resolve()
    }),
  )
  const done = work()
  await killed
  await server.exited()
  await server.start()
  return done
}

const isKept: StatementFilter = (text, before) => text === 'commit' && before.startsWith('insert into live_updates')
const isCompaction: StatementFilter = (text) => text.startsWith('delete from live_updates')
const isSettled: StatementFilter = (text) => text.startsWith('update live_documents set content_id')

test('a kill between update, acknowledgement, event and compaction loses nothing', {
  timeout: 240_000,
}, async () => {
  const page = (await firm.call('POST', '/pages', { title: 'Absturz', content: 'Anfang' }))?.body.id ?? ''
  const anna = edit(page)
  await until(() => isSynced(anna)).toBe(true)
  const expected = ['Anfang']
  const add = (words: string) => {
    expected.push(words)
    write(anna.doc, words)
  }
  const points: [string, Moment, StatementFilter, () => void][] = [
    ['before the commit', 'before', isKept, () => add('geschrieben')],
    ['after the commit', 'after', isKept, () => add('behalten')],
    ['before the page holds it', 'before', isSettled, () => anna.socket.disconnect()],
    [
      'while updates become one',
      'after',
      isCompaction,
      async () => {
        for (let count = 0; count < 60; count += 1) {
          add(`Zeile ${count}`)
          await until(() => isSynced(anna)).toBe(true)
        }
        anna.socket.disconnect()
      },
    ],
  ]
  for (const [point, moment, fits, work] of points) {
    await killedAt(moment, fits, work)
    await anna.socket.connect()
    await until(() => isSynced(anna)).toBe(true)
    const fresh = edit(page)
    await until(() => isSynced(fresh)).toBe(true)
    expect(wordsOf(fresh.doc), point).toEqual(expected)
    fresh.socket.destroy()
  }
  // Killed before the page is quiet: what was acknowledged is told by the clock.
  add('zuletzt')
  await until(() => isSynced(anna)).toBe(true)
  server.kill('SIGKILL')
  await server.exited()
  anna.socket.destroy()
  const told = async () => {
    const { rows } = await firm.system.query<{ count: number }>(
      "select count(*)::int from events where organization_id = $1 and name = 'page.updated'",
      [firm.organizationId],
    )
    return rows[0]?.count ?? 0
  }
  const before = await told()
  await firm.system.query("update live_updates set created_at = now() - interval '1 minute' where not stored")
  await server.start()
  const boss = new PgBoss({ connectionString: database.url, schedule: false, supervise: false })
  await boss.start()
  await boss.send('live-pages', {})
  await boss.stop()
  await until(told).toBe(before + 1)
  const shown = await firm.call('GET', `/pages/${page}?format=markdown`)
  expect((shown?.body as unknown as { content: string } | undefined)?.content.trim().split('\n\n')).toEqual(expected)
  const { rows } = await firm.system.query('select from live_updates where not stored')
  expect(rows).toEqual([])
})

test('a stop stores pending updates', { timeout: 60_000 }, async () => {
  const page = (await firm.call('POST', '/pages', { title: 'Halt', content: 'Anfang' }))?.body.id ?? ''
  const anna = edit(page)
  await until(() => isSynced(anna)).toBe(true)
  write(anna.doc, 'unterwegs')
  await until(() => anna.provider.unsyncedChanges).toBe(0)
  write(anna.doc, 'eben noch')
  server.kill('SIGTERM')
  expect(await server.exited()).toBe(0)
  const { rows } = await firm.system.query<{ text: string; open: number }>(
    `select text, (select count(*)::int from live_updates where organization_id = $1 and page_id = $2 and not stored) as open
      from pages where organization_id = $1 and id = $2`,
    [firm.organizationId, page],
  )
  expect(rows).toEqual([{ text: expect.stringContaining('unterwegs'), open: 0 }])
  await server.start()
  await until(() => isSynced(anna)).toBe(true)
  const fresh = edit(page)
  await until(() => wordsOf(fresh.doc)).toEqual(['Anfang', 'unterwegs', 'eben noch'])
})

test('a kill during an import leaves all pages with files, or none', { timeout: 120_000 }, async () => {
  const zip = await buffer(
    createZip(
      Readable.from([
        { name: 'eins.md', content: Buffer.from('![a](a.png) [zwei](zwei.md)') },
        { name: 'zwei.md', content: Buffer.from('![b](b.png)') },
        { name: 'a.png', content: Buffer.from('a') },
        { name: 'b.png', content: Buffer.from('b') },
      ]),
      new Date('2026-11-01'),
    ),
  )
  const send = async () => {
    const form = new FormData()
    form.append('file', new Blob([zip]), 'x.zip')
    const headers = { authorization: `Bearer ${firm.token}` }
    const answer = await fetch(`${server.base}/api/v1/pages/import`, { method: 'POST', headers, body: form })
    return answer.status
  }
  const count = async (table: string) =>
    Number(
      (await firm.system.query(`select count(*) from ${table} where organization_id = $1`, [firm.organizationId]))
        .rows[0].count,
    )
  const objects = () => readdirSync(join(directory, 'files', 'files', firm.organizationId)).length
  /** Has the jobs run that look whether a file is there. */
  const cleaned = async () => {
    await firm.passTime()
    await firm.system.query("update pgboss.job set start_after = now() where name = 'remove-object'")
    await until(async () => {
      const { rows } = await firm.system.query(
        "select 1 from pgboss.job where name = 'remove-object' and state in ('created', 'retry', 'active')",
      )
      return rows.length
    }).toBe(0)
  }
  const isImport: StatementFilter = (text, before) => text === 'commit' && before.includes('insert into events')
  for (const [moment, fits, pages, files] of [
    ['before', isImport, 0, 0],
    ['after', isImport, 2, 2],
  ] as const) {
    const [before, kept] = [await count('pages'), await count('files')]
    await killedAt(moment, fits, () => send().catch(() => null))
    expect([(await count('pages')) - before, (await count('files')) - kept]).toEqual([pages, files])
  }
  await cleaned()
  expect(objects()).toBe(await count('files'))
  expect(await send()).toBe(200)
})
