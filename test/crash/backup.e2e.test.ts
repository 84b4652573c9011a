import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createBackup } from '#core/backup/backup'
import { noBackupKeys } from '#core/backup/encryption'
import { createInstallationFiles } from '#core/backup/files'
import { openRepository, type Repository } from '#core/backup/repository'
import { restoreBackup } from '#core/backup/restore'
import { createPool } from '#core/database/connection'
import { createDiskStorage } from '#core/storage/disk'
import { createObjectKey } from '#core/storage/object-key'
import { createStorage } from '#core/storage/storage'
import { verifyArchive } from '#features/billing/issuing/verify-archive'
import { verifyAuditLogs } from '#features/platform/audit-log/verify-audit-chain'
import { createDatabase } from '../harness/cluster.ts'
import { repetitions } from '../harness/nightly.ts'
import { runProgramToEnd } from '../harness/process.ts'
import { expectWhole, type Firm, openFirm } from './firm.ts'
import { createServer, type Server } from './server.ts'

// Backups of a server that is written to all the time, each restored and looked through.

const drills = repetitions('BACKUP_DRILLS', 2, 50)

const folder = mkdtempSync(join(tmpdir(), 'kontor-drills-'))
const directory = join(folder, 'data')
const place = join(folder, 'backups')
const filesIn = (dataDir: string) => createInstallationFiles(createDiskStorage(dataDir), null, ['signing.pem'])
let database: { url: string; drop(): Promise<void> }
let server: Server
let firm: Firm
let repository: Repository

beforeAll(async () => {
  database = await createDatabase(inject('cluster'), inject('template'))
  server = await createServer({ DATA_DIR: directory, DATABASE_URL: database.url })
  await server.start()
  firm = await openFirm(server.base, database.url)
  repository = await openRepository({ place, s3: null }, noBackupKeys, { create: true })
}, 120_000)

afterAll(async () => {
  server.kill('SIGKILL')
  await firm.system.end()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** Ids by table of what the server has acknowledged and nobody deletes. */
type Acknowledged = Record<'clients' | 'files' | 'invoices', string[]>

/** Creates, sends, uploads and deletes, several at once, until it is stopped; adds what is there to `acknowledged`. */
function writeAll(acknowledged: Acknowledged) {
  let isRunning = true
  const upload = async () => {
    const form = new FormData()
    form.append('file', new Blob([randomBytes(20_000)]), 'a.bin')
    const headers = { authorization: `Bearer ${firm.token}` }
    const answer = await fetch(`${server.base}/api/v1/storage/files`, { method: 'POST', headers, body: form })
    return { status: answer.status, body: (await answer.json()) as { id: string } }
  }
  /** Each third is deleted at once, and never counted as there. */
  const churn = async (table: 'clients' | 'files', path: string, create: () => ReturnType<typeof upload>) => {
    for (let number = 1; isRunning; number++, await sleep(50)) {
      const { status, body } = await create()
      expect(status, JSON.stringify(body)).toBe(201)
      if (number % 3) acknowledged[table].push(body.id)
      else
        await fetch(`${server.base}/api/v1${path}/${body.id}`, {
          method: 'DELETE',
          headers: { authorization: `Bearer ${firm.token}` },
        })
    }
  }
  const createClient = async () => {
    const answer = await firm.call('POST', '/clients', { name: 'Kunde' })
    if (!answer) throw new Error('The server has gone.')
    return answer
  }
  const sendInvoices = async () => {
    for (; isRunning; await sleep(50)) {
      const [id = ''] = await firm.drafts(1)
      const answer = await firm.send(id)
      // A busy server may refuse what it has not begun.
      if (answer?.status === 503) continue
      expect(answer?.status, JSON.stringify(answer?.body)).toBe(200)
      acknowledged.invoices.push(id)
    }
  }
  const writers = Promise.all([
    churn('clients', '/clients', createClient),
    churn('files', '/storage/files', upload),
    sendInvoices(),
    sendInvoices(),
  ])
  return {
    /** Rejects with the first write that the server refuses. */
    failed: writers,
    async stop() {
      isRunning = false
      await writers
    },
  }
}

const without = (ids: readonly string[], there: readonly { id: string }[]) => {
  const known = new Set(there.map(({ id }) => id))
  return ids.filter((id) => !known.has(id))
}

/** Fails unless a restored installation has all that was acknowledged, and nothing that is half there. */
async function expectRestored(system: Pool, dataDir: string, acknowledged: Acknowledged) {
  for (const [table, ids] of Object.entries(acknowledged)) {
    const { rows } = await system.query<{ id: string }>(`select id from ${table} where organization_id = $1`, [
      firm.organizationId,
    ])
    expect([table, without(ids, rows)]).toEqual([table, []])
  }
  const { numbered } = await expectWhole(system, firm.organizationId)
  expect(without(acknowledged.invoices, numbered)).toEqual([])
  const { rows: halves } = await system.query(
    `select c.id from clients c where c.organization_id = $1 and not exists
       (select from events e where e.organization_id = c.organization_id and e.body like '%' || c.id || '%')`,
    [firm.organizationId],
  )
  expect(halves).toEqual([])

  const storage = await createStorage(null, join(dataDir, 'files'))
  const { rows: files } = await system.query<{ id: string; sha256: string }>('select id, sha256 from files')
  for (const { id, sha256 } of files) {
    const bytes = await storage.read(createObjectKey(firm.organizationId, id))
    expect(createHash('sha256').update(bytes).digest('hex'), id).toBe(sha256)
  }
  const { documents, damaged } = await verifyArchive(system, storage)
  expect([documents, damaged]).toEqual([numbered.length, []])
  expect((await verifyAuditLogs(system, storage)).broken).toEqual([])
  const { rows: sent } = await system.query("select from mails where status = 'sent'")
  expect(readdirSync(join(dataDir, 'outbox')).length).toBeGreaterThanOrEqual(sent.length)
}

test(`${drills} backups under load have all that was acknowledged before each began, and nothing half`, {
  timeout: 60_000 + drills * 60_000,
}, async () => {
  const acknowledged: Acknowledged = { clients: [], files: [], invoices: [] }
  for (let drill = 0; drill < drills; drill++) {
    const sent = acknowledged.invoices.length
    const { stop, failed } = writeAll(acknowledged)
    while (acknowledged.invoices.length < sent + 3) await Promise.race([sleep(20), failed])
    const before = structuredClone(acknowledged)
    const manifest = await createBackup(database.url, filesIn(directory), repository, {
      hasSecretKey: false,
      now: new Date(Date.UTC(2026, 0, 1, 0, 0, drill)),
      onProgress: () => {},
      choose: (ids) => ids.slice(0, -1),
    })
    await stop()
    const target = await createDatabase(inject('cluster'), inject('template'))
    const into = mkdtempSync(join(folder, 'restored-'))
    const system = createPool(target.url, 'system', 1)
    try {
      await restoreBackup(target.url, filesIn(into), repository, manifest, () => {})
      await expectRestored(system, into, before)
    } finally {
      await system.end()
      await target.drop()
      rmSync(into, { recursive: true })
    }
  }
  const { code, stdout, stderr } = await runProgramToEnd('kontor.js', ['backup', 'verify', '--from', place], {})
  expect([code, stdout]).toEqual([0, expect.stringContaining('Opened: invoice pdf, invoice xml, invoice zugferd.')])
  expect(stderr).not.toContain('damaged')
})
