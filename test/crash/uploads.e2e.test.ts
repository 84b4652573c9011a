import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { createDatabase } from '../harness/cluster.ts'
import { type Firm, openFirm } from './firm.ts'
import { createServer, type Server } from './server.ts'

// An upload that continues after a break goes on where the process was killed.

const mebibyte = 2 ** 20
const directory = mkdtempSync(join(tmpdir(), 'kontor-uploads-'))
let database: { url: string; drop(): Promise<void> }
let server: Server
let firm: Firm

beforeAll(async () => {
  database = await createDatabase(inject('cluster'), inject('template'))
  server = await createServer({ DATA_DIR: directory, DATABASE_URL: database.url })
  await server.start()
  firm = await openFirm(server.base, database.url)
}, 120_000)

afterAll(async () => {
  server.kill('SIGKILL')
  await firm.system.end()
  await database.drop()
  rmSync(directory, { recursive: true, force: true })
})

const headers = () => ({
  authorization: `Bearer ${firm.token}`,
  'tus-resumable': '1.0.0',
  'content-type': 'application/offset+octet-stream',
})

test('a kill loses at most eight megabytes of an upload', { timeout: 60_000 }, async () => {
  const bytes = randomBytes(24 * mebibyte)
  const sent = 20 * mebibyte
  const begun = await fetch(`${server.base}/api/v1/storage/uploads`, {
    method: 'POST',
    headers: { ...headers(), 'upload-length': String(bytes.length) },
  })
  const { id } = (await begun.json()) as { id: string }
  const url = `${server.base}/api/v1/storage/uploads/${id}`
  const offset = async () =>
    Number((await fetch(url, { method: 'HEAD', headers: headers() })).headers.get('upload-offset'))
  const sending = request(url, {
    method: 'PATCH',
    headers: { ...headers(), 'upload-offset': '0', 'content-length': String(bytes.length) },
  })
  sending.on('error', () => {})
  sending.write(bytes.subarray(0, sent))
  await vi.waitFor(async () => expect(await offset()).toBeGreaterThanOrEqual(sent - 8 * mebibyte), 20_000)
  server.kill('SIGKILL')
  await server.exited()
  await server.start()
  const kept = await offset()
  expect(kept).toBeGreaterThanOrEqual(sent - 8 * mebibyte)
  const rest = await fetch(url, {
    method: 'PATCH',
    headers: { ...headers(), 'upload-offset': String(kept) },
    body: bytes.subarray(kept),
  })
  expect(rest.status).toBe(204)
  const file = await fetch(`${server.base}/api/v1/storage/files/${id}`, { headers: headers() })
  expect(((await file.json()) as { sha256: string }).sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
})
