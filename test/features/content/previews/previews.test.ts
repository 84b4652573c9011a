import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createPreviewJob } from '#features/content/previews/make-preview'
import { enqueueMissingPreviews } from '#features/content/previews/missing-previews'
import { PreviewSize, previewKey } from '#features/content/previews/preview-object'
import { type House, openHouse, startApp } from '../../../harness/house.ts'
import { findS3ServerProblem, type S3Server, settingsOf, startS3Server } from '../../../peers/s3-server.ts'
import { upload } from '../files/upload.ts'
import { sharing } from '../shares/shared.ts'
import { begun, sent } from '../uploads/tus.ts'
import { pdf, photograph, png, seen, svg } from './samples.ts'

const noS3 = findS3ServerProblem()
if (noS3) console.warn(`Skipped: previews in S3. ${noS3}`)

let photo: Buffer
beforeAll(async () => {
  photo = await photograph()
})

describe.each(['on disk', 'in S3'])('previews %s', (kind) => {
  const proof = test.skipIf(kind === 'in S3' && noS3 !== null)
  const at = {} as House
  let started: Awaited<ReturnType<typeof startApp>>
  let server: S3Server | undefined
  beforeAll(async () => {
    if (kind === 'in S3' && noS3) return
    if (kind === 'in S3') server = await startS3Server()
    started = await startApp({
      env: server && settingsOf(server),
    })
    Object.assign(at, await openHouse(started.app))
    await started.app.work()
  }, 60_000)
  afterAll(async () => {
    await started?.stop()
    await server?.close()
  })

  const add = async (bytes: Uint8Array | string, name = 'bild.jpg', folder = '') =>
    (await upload(at, 'member', { folder_id: folder, file: [bytes, name] })).body as { id: string; preview: string }
  const stateOf = async (id: string) => (await at.viewer.rest('GET', `/storage/files/${id}`)).body.preview
  const settled = (id: string) => expect.poll(() => stateOf(id), { timeout: 15_000 }).not.toBe('pending')
  const fetched = async (url: string) => {
    if (kind === 'in S3' && !url.includes('/share/')) {
      const response = await fetch(url)
      return {
        status: response.status,
        type: response.headers.get('content-type'),
        bytes: Buffer.from(await response.arrayBuffer()),
      }
    }
    const { pathname, search } = new URL(url)
    const { statusCode, headers, rawPayload } = await at.app.server.inject({ method: 'GET', url: pathname + search })
    return { status: statusCode, type: headers['content-type'], bytes: rawPayload }
  }
  const lies = (fileId: string) =>
    Promise.all(
      Object.values(PreviewSize).map((size) =>
        at.app.services.storage.exists(previewKey({ organizationId: at.organizationId, fileId }, size)),
      ),
    )

  proof(
    'of a picture is made after its upload, says nothing of where it was taken, and goes with it',
    { timeout: 30_000 },
    async () => {
      const { id, preview } = await add(photo)
      expect(preview).toBe('pending')
      await settled(id)
      expect(await stateOf(id)).toBe('ready')
      for (const [query, side] of [
        ['', 1200],
        ['?size=large', 1200],
        ['?size=small', 160],
      ] as const) {
        const { status, body } = await at.viewer.rest('GET', `/storage/files/${id}/preview${query}`)
        expect([status, Date.parse(body.expires_at) - Date.now() <= 300_000]).toEqual([200, true])
        const { type, bytes } = await fetched(body.url)
        expect([type, await seen(bytes)]).toMatchObject(['image/webp', { format: 'webp', height: side, told: [] }])
        expect(bytes.includes('GPS')).toBe(false)
      }
      expect(await lies(id)).toEqual([true, true])
      expect((await at.member.rest('DELETE', `/storage/files/${id}`)).status).toBe(204)
      await expect.poll(() => lies(id)).toEqual([false, false])
    },
  )

  proof(
    'are seen by whoever has a link, which hands out the picture as it was uploaded',
    { timeout: 30_000 },
    async () => {
      const { share, look, download, folder } = sharing(at)
      const { id } = await add(photo)
      await settled(id)
      const { token } = await share({ file: id }, { max_downloads: 1 })
      const shown = (await look(token)).body
      const { status, bytes } = await fetched(shown.preview_url)
      expect([status, await seen(bytes)]).toMatchObject([200, { height: 1200, told: [] }])
      expect((await look(token)).body.downloads_left).toBe(1)
      const original = await fetched((await download(token)).body.url)
      expect(original.bytes.equals(photo)).toBe(true)
      // The link is spent: nothing is looked at any more.
      expect((await fetched(shown.preview_url)).status).toBe(410)

      const top = await folder('Bilder')
      const inside = await add(await pdf(595, 842), 'plan.pdf', top)
      const other = await add('Text', 'notiz.txt', top)
      await settled(inside.id)
      const shared = await share({ folder: top })
      const { entries, preview_url } = (await look(shared.token)).body
      expect(preview_url).toBeNull()
      const urls = new Map(
        (entries as { id: string; preview_url: string | null }[]).map((each) => [each.id, each.preview_url]),
      )
      expect(urls.get(other.id)).toBeNull()
      const small = urls.get(inside.id) ?? ''
      expect(await seen((await fetched(small)).bytes)).toMatchObject({ width: 113, height: 160 })
      expect((await fetched(small.replace('/small', '/large'))).status).toBe(403)
      expect((await fetched(small.replace('ticket=', 'ticket=A'))).status).toBe(403)
      await at.member.rest('PUT', `/storage/files/${inside.id}`, { folder_id: null })
      expect((await fetched(small)).status).toBe(404)
      await at.member.rest('PUT', `/storage/files/${inside.id}`, { folder_id: top })
      expect((await fetched(small)).status).toBe(200)
      vi.spyOn(at.app.services.clock, 'now').mockReturnValue(new Date(Date.now() + 3_601_000))
      onTestFinished(() => void vi.restoreAllMocks())
      expect((await fetched(small)).status).toBe(410)
      vi.restoreAllMocks()
      await at.member.rest('DELETE', `/storage/share-links/${shared.id}`)
      expect((await fetched(small)).status).toBe(410)
    },
  )
})

describe('previews', () => {
  const at = {} as House
  let started: Awaited<ReturnType<typeof startApp>>
  beforeAll(async () => {
    started = await startApp()
    Object.assign(at, await openHouse(started.app))
  })
  afterAll(() => started.stop())

  const add = async (bytes: Uint8Array | string, name = 'bild.png') =>
    (await upload(at, 'member', { file: [bytes, name] })).body as { id: string; preview: string; version: number }
  const fileOf = async (id: string) => (await at.viewer.rest('GET', `/storage/files/${id}`)).body
  const make = (id: string) =>
    createPreviewJob(() => at.app.services, at.app.system).run({ organizationId: at.organizationId, fileId: id })
  const jobsOf = async (id: string) =>
    (
      await at.app.system.query(
        `select name, priority from pgboss.job where data ->> 'fileId' = $1 and name <> 'remove-object' order by created_on`,
        [id],
      )
    ).rows

  test('are of pictures and PDFs that are not too large, and asked for in their order', async () => {
    const { id, preview } = await add(png(4, 4))
    expect(preview).toBe('pending')
    expect((await add(svg, 'bild.svg')).preview).toBe('none')
    expect((await add('Text', 'bild.jpg')).preview).toBe('none')
    const large = Buffer.concat([png(4, 4), Buffer.alloc(64 * 1024 * 1024)])
    expect((await add(large)).preview).toBe('none')
    const next = await add(png(4, 4))
    const [first] = await jobsOf(id)
    const [second] = await jobsOf(next.id)
    // Who has one more that waits, waits for it behind others who have fewer.
    expect([first.name, second.priority]).toEqual(['make-preview', first.priority - 1])
  })

  test('are made of what was uploaded in parts too', async () => {
    const bytes = png(4, 4)
    const id = await begun(at, at.member, bytes.length)
    await sent(at, at.member, id, 0, bytes)
    expect((await fileOf(id)).preview).toBe('pending')
    await make(id)
    expect((await fileOf(id)).preview).toBe('ready')
  })

  test('are refused where there is none, or none yet, and to whoever may not see the file', async () => {
    const { id, version } = await add(png(4, 4))
    const path = `/storage/files/${id}/preview`
    const pending = await at.viewer.rest('GET', path)
    expect([pending.status, pending.body.message]).toEqual([404, 'Die Vorschau dieser Datei entsteht gerade.'])
    const text = await add('Text', 'a.txt')
    const none = await at.viewer.rest('GET', `/storage/files/${text.id}/preview`)
    expect([none.status, none.body.message]).toEqual([404, 'Von dieser Datei gibt es keine Vorschau.'])
    await make(id)
    const seen = {
      owner: 200,
      admin: 200,
      accountant: 200,
      member: 200,
      viewer: 200,
      auditor: 403,
      nobody: 401,
    } as const
    for (const [role, status] of Object.entries(seen))
      expect((await at[role as keyof typeof seen].rest('GET', path)).status, role).toBe(status)
    expect((await (await openHouse(at.app)).owner.rest('GET', path)).status).toBe(404)
    expect((await at.viewer.rest('GET', `${path}?size=huge`)).status).toBe(422)
    // Whoever renames the file meanwhile has not seen another version.
    expect((await fileOf(id)).version).toBe(version)
  })

  test('are none of what cannot be drawn, at once and for good', async () => {
    for (const bytes of [png(30_000, 30_000), png(1, 2_000_000), photo.subarray(0, 2000)]) {
      const { id } = await add(bytes)
      await make(id)
      expect((await fileOf(id)).preview).toBe('none')
    }
  })

  test('are tried three times where drawing ends with its process, and no more', async () => {
    const { id } = await add(png(4, 4))
    const hurried = createPreviewJob(() => at.app.services, at.app.system, {
      maxRunMs: 1,
      maxMemory: 1e9,
      maxOutput: 1e6,
    })
    const make = () => hurried.run({ organizationId: at.organizationId, fileId: id })
    for (let n = 0; n < 2; n++) await expect(make()).rejects.toThrow('renderPreviews: SIGKILL')
    expect((await fileOf(id)).preview).toBe('pending')
    await make()
    expect((await fileOf(id)).preview).toBe('none')
  })

  test('wait for a storage that fails, as long as that takes', async () => {
    const { id } = await add(png(4, 4))
    const get = vi.spyOn(at.app.services.storage, 'get').mockRejectedValue(new Error('away'))
    for (let n = 0; n < 5; n++) await expect(make(id)).rejects.toThrow('away')
    get.mockRestore()
    await make(id)
    expect((await fileOf(id)).preview).toBe('ready')
  })

  test('of a file that is deleted while they are made leave nothing behind', async () => {
    const { id } = await add(png(4, 4))
    const { storage } = at.app.services
    const put = storage.put.bind(storage)
    vi.spyOn(storage, 'put').mockImplementation(async (...args) => {
      await at.member.rest('DELETE', `/storage/files/${id}`)
      return put(...args)
    })
    await make(id)
    vi.restoreAllMocks()
    const key = (size: PreviewSize) => previewKey({ organizationId: at.organizationId, fileId: id }, size)
    expect(await Promise.all(Object.values(PreviewSize).map((size) => storage.exists(key(size))))).toEqual([
      false,
      false,
    ])
    await make(randomUUID())
  })

  test('are made of files that were there before previews were', async () => {
    const { id } = await add(png(4, 4))
    await at.app.system.query(`update files set created_at = now() - interval '2 hours' where id = $1`, [id])
    await enqueueMissingPreviews(at.app.services, at.app.system)
    expect((await jobsOf(id)).map(({ name }) => name)).toEqual(['make-preview', 'make-preview'])
  })
})
