import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type House, openHouse, startApp } from '../../../harness/house.ts'
import { findS3ServerProblem, type S3Server, settingsOf, startS3Server } from '../../../peers/s3-server.ts'
import { beginUpload } from './slow-form.ts'
import { listed, upload } from './upload.ts'

const most = 104_857_600
const noS3 = findS3ServerProblem()
if (noS3) console.warn(`Skipped: files in S3. ${noS3}`)

describe.each(['on disk', 'in S3'])('files %s', (kind) => {
  const proof = test.skipIf(kind === 'in S3' && noS3 !== null)
  const at = {} as House
  let started: Awaited<ReturnType<typeof startApp>>
  let server: S3Server | undefined
  let base: string
  beforeAll(async () => {
    if (kind === 'in S3' && noS3) return
    if (kind === 'in S3') server = await startS3Server()
    started = await startApp({
      env: server && settingsOf(server),
    })
    Object.assign(at, await openHouse(started.app))
    base = await started.app.server.listen({ port: 0, host: '127.0.0.1' })
    await started.app.work()
  }, 60_000)
  afterAll(async () => {
    await started?.stop()
    await server?.close()
  })

  const storage = () => started.app.services.storage
  const underWay = () => readdir(join(started.directory, 'files', '.incoming')).catch(() => [])
  /** Ids of uploads that came to nothing, and of which a job will look for bytes. */
  const waiting = async () => {
    const { rows: files } = await started.app.system.query<{ id: string }>('select id::text as id from files')
    const { rows } = await started.app.system.query<{ id: string }>(
      `select data ->> 'fileId' as id from pgboss.job
       where name = 'remove-object' and start_after > now() + interval '1 hour' and data ->> 'fileId' <> all ($1)`,
      [files.map(({ id }) => id)],
    )
    return rows.map(({ id }) => id)
  }
  const keyOf = (id: string) => `files/${at.organizationId}/${id}`
  const address = async (id: string) =>
    (await at.viewer.rest('GET', `/storage/files/${id}/download`)).body as { url: string; expires_at: string }
  /** The address as this server's own, wherever PUBLIC_URL points. */
  const reach = (url: string) => (kind === 'on disk' ? url.replace(/^https?:\/\/[^/]+/, base) : url)

  proof('take 104,857,600 bytes, and hold few of them in memory', { timeout: 60_000 }, async () => {
    const sender = await beginUpload(base, at.member.token, most)
    const before = process.memoryUsage.rss()
    let highest = before
    const watch = setInterval(() => (highest = Math.max(highest, process.memoryUsage.rss())), 5)
    await sender.send(most)
    const { status, body } = await sender.finish()
    clearInterval(watch)
    expect([status, body.size_bytes]).toEqual([201, most])
    expect(await storage().size(keyOf(body.id))).toBe(most)
    console.info(`An upload of 100 MB ${kind}: ${Math.round((highest - before) / 2 ** 20)} MB of memory.`)
    expect(highest - before).toBeLessThan(95 * 2 ** 20)
    await at.owner.rest('DELETE', `/storage/files/${body.id}`)
    await vi.waitFor(async () => expect(await storage().exists(keyOf(body.id))).toBe(false), 10_000)
  })

  for (const chunked of [false, true])
    proof(
      `refuse one byte more, readable by who sends all of it first${chunked ? ', in chunks' : ''}`,
      { timeout: 60_000 },
      async () => {
        const sender = await beginUpload(base, at.member.token, most + 1, { chunked })
        await sender.send(most + 1)
        const { status, body } = await sender.finish()
        expect([status, body.error]).toEqual([413, 'payload_too_large'])
        expect(await underWay()).toEqual([])
        for (const id of await waiting()) expect(await storage().exists(keyOf(id)), id).toBe(false)
      },
    )

  proof('an upload that says it is far too large is refused at once', async () => {
    const sender = await beginUpload(base, at.member.token, 10 * most)
    const [answer] = await once(sender.socket.resume(), 'data')
    expect(String(answer)).toMatch(/^HTTP\/1\.1 413 /)
    sender.socket.destroy()
  })

  proof('a refusal is readable by who sends all of the file first', { timeout: 30_000 }, async () => {
    const early = await beginUpload(base, at.member.token, most, { folder: 'not-an-id' })
    await early.send(most)
    expect(await early.finish()).toMatchObject({ status: 422, body: { field: 'folder_id' } })
    const forbidden = await beginUpload(base, at.viewer.token, most)
    await forbidden.send(most)
    expect(await forbidden.finish()).toMatchObject({ status: 403, body: { error: 'forbidden' } })
    const nobody = await beginUpload(base, 'kontor_none', most)
    await nobody.send(most)
    expect(await nobody.finish()).toMatchObject({ status: 401, body: { error: 'unauthorized' } })
    const twice = await beginUpload(base, at.member.token, 2 * most)
    await twice.send(2 * most)
    expect(await twice.finish()).toMatchObject({ status: 413, body: { error: 'payload_too_large' } })
  })

  proof('who may not upload is refused before the file is sent', async () => {
    const sender = await beginUpload(base, at.viewer.token, most)
    const [answer] = await once(sender.socket.resume(), 'data')
    expect(String(answer)).toMatch(/^HTTP\/1\.1 403 /)
    sender.socket.destroy()
  })

  proof('a token that is revoked before a file arrives, or while it does, leaves no bytes', async () => {
    const put = vi.spyOn(storage(), 'put')
    onTestFinished(() => put.mockRestore())
    const issued = async () => (await at.member.rest('POST', '/tokens', { name: 'Scanner' })).body
    const revoke = (id: string) => at.member.rest('DELETE', `/tokens/${id}`)
    const before = await issued()
    // One that the service knows, and so believes until the database has answered.
    const me = await fetch(`${base}/api/v1/me`, { headers: { authorization: `Bearer ${before.token}` } })
    expect([me.status, (await revoke(before.id)).status]).toEqual([200, 204])
    const late = await beginUpload(base, before.token, 1000)
    await late.send(1000)
    expect((await late.finish()).status).toBe(401)
    expect(put).not.toHaveBeenCalled()
    const meanwhile = await issued()
    const sender = await beginUpload(base, meanwhile.token, 200_000)
    await sender.send(100_000)
    await vi.waitFor(() => expect(put).toHaveBeenCalledOnce())
    await revoke(meanwhile.id)
    await sender.send(100_000)
    expect((await sender.finish()).status).toBe(401)
    expect(await storage().exists(put.mock.calls[0]?.[0] ?? '')).toBe(false)
  })

  proof('an upload that is cut off leaves nothing behind', async () => {
    const before = (await at.owner.rest('GET', '/storage/files')).body.total
    const sender = await beginUpload(base, at.member.token, most)
    await sender.send(5_000_000)
    await vi.waitFor(async () => expect(await underWay()).toHaveLength(1))
    sender.socket.destroy()
    await vi.waitFor(async () => expect(await underWay()).toEqual([]))
    expect((await at.owner.rest('GET', '/storage/files')).body.total).toBe(before)
    for (const id of await waiting()) expect(await storage().exists(keyOf(id)), id).toBe(false)
  })

  proof('uploads that are cut off anywhere leave no object and no row', async () => {
    const size = 3_000_000
    const kept = () => listed(storage().list(`files/${at.organizationId}`))
    const total = async () => (await at.owner.rest('GET', '/storage/files')).body.total
    const before = [await kept(), await total()]
    const offsets = [0, size, ...Array.from({ length: 18 }, () => randomInt(1000, size))]
    const senders = await Promise.all(
      offsets.map(async (offset) => {
        const sender = await beginUpload(base, at.member.token, size)
        await sender.send(offset)
        return sender
      }),
    )
    // Of the first the file has not begun.
    await vi.waitFor(async () => expect(await underWay()).toHaveLength(offsets.length - 1), 10_000)
    for (const { socket } of senders) socket.destroySoon()
    await vi.waitFor(async () => expect(await underWay()).toEqual([]), 10_000)
    expect([await kept(), await total()], `cut off at ${offsets}`).toEqual(before)
  })

  proof('a download is an attachment of its name and type, from an address for five minutes', async () => {
    const bytes = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), randomBytes(200_000)])
    const { body } = await upload(at, 'member', { file: [bytes, 'Übersicht „Q1“.png'] })
    const { url, expires_at } = await address(body.id)
    const seconds = (Date.parse(expires_at) - Date.now()) / 1000
    expect(seconds).toBeGreaterThan(285)
    expect(seconds).toBeLessThanOrEqual(301)
    const answer = await fetch(reach(url))
    expect(answer.status).toBe(200)
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="_bersicht _Q1_.png"; filename*=UTF-8''%C3%9Cbersicht%20%E2%80%9EQ1%E2%80%9C.png`,
    )
    const part = await fetch(reach(url), { headers: { range: 'bytes=100-199' } })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe(`bytes 100-199/${bytes.length}`)
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(100, 200))).toBe(true)
  })

  proof('storage hands out a part of an object, and knows its size', async () => {
    await storage().put('probe/part', Buffer.from('0123456789'), 'text/plain')
    expect(await text(await storage().get('probe/part', { start: 2, end: 4 }))).toBe('234')
    expect(await storage().size('probe/part')).toBe(10)
    await expect(storage().size('probe/nothing')).rejects.toThrow('There is no object')
  })

  proof('what a crash left between the bytes and their row goes when its time comes', async () => {
    const { body } = await upload(at, 'owner', { file: ['kept', 'kept.txt'] })
    const [orphan = ''] = await waiting()
    await storage().put(keyOf(orphan), Buffer.from('orphan'), 'text/plain')
    const theirs = `name = 'remove-object' and data ->> 'fileId' = any($1)`
    const both = [[orphan, body.id]]
    await started.app.system.query(`update pgboss.job set start_after = now() where ${theirs}`, both)
    started.app.services.jobs.wake('remove-object')
    const unfinished = `select from pgboss.job where ${theirs} and state <> 'completed'`
    await vi.waitFor(async () => expect((await started.app.system.query(unfinished, both)).rows).toEqual([]), 9_000)
    expect(await storage().exists(keyOf(orphan))).toBe(false)
    expect(await storage().exists(keyOf(body.id))).toBe(true)
  })

  if (kind === 'on disk')
    describe('signed addresses', () => {
      let url: string
      beforeAll(async () => {
        const { body } = await upload(at, 'owner', { file: ['0123456789', 'ziffern.txt'] })
        url = reach((await address(body.id)).url)
      })

      test('are worth nothing once anything in them is changed', async () => {
        for (const [part, changed] of [
          ['ziffern.txt', 'ziffern.html'],
          ['text%2Fplain', 'text%2Fhtml'],
          [/expires=\d+/, 'expires=4000000000'],
          [/signature=./, 'signature='],
          [/$/, '&inline=1'],
          [at.organizationId, '00000000-0000-4000-8000-000000000000'],
        ] as const) {
          const answer = await fetch(url.replace(part, changed))
          expect([answer.status, (await answer.json()).error], changed).toEqual([403, 'forbidden'])
        }
        expect((await fetch(url.split('?')[0] ?? '')).status).toBe(403)
      })

      test('say so when their time is over', async () => {
        const { clock } = started.app.services
        const now = vi.spyOn(clock, 'now').mockReturnValue(new Date(Date.now() + 301_000))
        const answer = await fetch(url)
        now.mockRestore()
        expect([answer.status, (await answer.json()).error]).toEqual([410, 'expired'])
        expect((await fetch(url)).status).toBe(200)
      })

      test('answer headers under which nothing runs', async () => {
        const { headers } = await fetch(url, { method: 'HEAD' })
        expect(headers.get('x-content-type-options')).toBe('nosniff')
        // Other sites may show it, as they may any download.
        expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
        expect(headers.get('content-security-policy')).toContain('sandbox')
        expect(headers.get('cache-control')).toBe('private, no-store')
        expect(headers.get('content-length')).toBe('10')
      })

      test('answer ranges', async () => {
        const ask = async (range: string) => {
          const answer = await fetch(url, { headers: { range } })
          return [answer.status, await answer.text()]
        }
        expect(await ask('bytes=0-0')).toEqual([206, '0'])
        expect(await ask('bytes=7-')).toEqual([206, '789'])
        expect(await ask('bytes=-2')).toEqual([206, '89'])
        expect(await ask('bytes=5-900')).toEqual([206, '56789'])
        expect(await ask('bytes=10-')).toEqual([416, ''])
        expect(await ask('bytes=-0')).toEqual([416, ''])
        for (const whole of ['bytes=5-2', 'bytes=0-1,3-4', 'lines=1-2', 'bytes=-'])
          expect(await ask(whole)).toEqual([200, '0123456789'])
      })

      test('are 404 once the bytes are gone', async () => {
        const { body } = await upload(at, 'owner', { file: ['x', 'x.txt'] })
        const gone = reach((await address(body.id)).url)
        await at.owner.rest('DELETE', `/storage/files/${body.id}`)
        await vi.waitFor(async () => expect((await fetch(gone)).status).toBe(404), 10_000)
      })
    })
})
