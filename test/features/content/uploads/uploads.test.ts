import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { Upload } from 'tus-js-client'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { Role } from '#core/access/policy'
import { RequestBody } from '#features/content/uploads/request-body'
import { createMemberByCommand } from '#features/people/members/create-member-by-command'
import { createPerson, type House, openHouse, type Person, startApp } from '../../../harness/house.ts'
import { findS3ServerProblem, type S3Server, settingsOf, startS3Server } from '../../../peers/s3-server.ts'
import { listed, upload } from '../files/upload.ts'
import { base64, begun, chunk, cutter, sent, tus, version } from './tus.ts'

const most = 104_857_600
const mebibyte = 2 ** 20
// What is the same in both is proved on disk alone.
const noS3 = findS3ServerProblem()
if (noS3) console.warn(`Skipped: uploads in S3. ${noS3}`)
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

describe.each(['on disk', 'in S3'])('uploads %s', (kind) => {
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
  const parts = () => listed(storage().list(`uploads/${at.organizationId}`))
  const bytesOf = (id: string) => storage().read(`files/${at.organizationId}/${id}`)
  const file = (id: string) => at.viewer.rest('GET', `/storage/files/${id}`)
  const offsetOf = async (id: string) => Number((await tus(at, at.member, 'HEAD', `/${id}`)).headers['upload-offset'])
  /** Sends what comes next without saying how much it is. */
  const stream = (id: string, as: Person, offset: number, chunks: Iterable<Buffer> | AsyncIterable<Buffer>) =>
    fetch(`${base}/api/v1/storage/uploads/${id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${as.token}`, ...version, ...chunk, 'upload-offset': `${offset}` },
      body: Readable.from(chunks),
      duplex: 'half',
    } as unknown as RequestInit)
  /** Has the jobs run that wait to bring an upload to its end. */
  const settled = async (id: string) => {
    const its = `name = 'settle-upload' and data ->> 'uploadId' = $1`
    await started.app.system.query(`update pgboss.job set start_after = now() where ${its}`, [id])
    started.app.services.jobs.wake('settle-upload')
    const left = `select from pgboss.job where ${its} and state <> 'completed'`
    await vi.waitFor(async () => expect((await started.app.system.query(left, [id])).rows).toEqual([]), 9_000)
  }

  proof('a client that may only POST names the method beside it', async () => {
    const bytes = randomBytes(1000)
    const url = await new Promise<string>((resolve, reject) => {
      const client = new Upload(bytes, {
        endpoint: `${base}/api/v1/storage/uploads`,
        headers: { authorization: `Bearer ${at.member.token}` },
        metadata: { filename: 'a.bin' },
        chunkSize: 400,
        overridePatchMethod: true,
        onSuccess: () => resolve(client.url ?? ''),
        onError: reject,
      })
      client.start()
    })
    const id = url.split('/').at(-1) ?? ''
    expect(sha256(Buffer.from(await bytesOf(id)))).toBe(sha256(bytes))
    await settled(id)
    const other = await begun(at, at.member, 10)
    const override = (method: string) => tus(at, at.member, 'POST', `/${other}`, { 'x-http-method-override': method })
    expect((await override('HEAD')).headers['upload-offset']).toBe('0')
    expect((await override('delete')).status).toBe(204)
    expect((await override('HEAD')).status).toBe(404)
  })
  proof('the method beside it is of uploads alone, and each answer is whole', async () => {
    const { body: client } = await at.owner.rest('POST', '/clients', { name: 'Bleibt' })
    const { body: project } = await at.owner.rest('POST', '/projects', { name: 'Bleibt' })
    const id = await begun(at, at.owner, 10)
    const override = async (path: string, method: string) => {
      const answer = await fetch(`${base}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${at.owner.token}`, ...version, 'x-http-method-override': method },
      })
      await answer.text()
      return answer.status
    }
    for (const method of ['HEAD', 'DELETE', 'PATCH', 'GET', 'PUT']) {
      expect(await override(`/api/v1/clients/${client.id}`, method)).toBe(405)
      expect(await override(`/api/v1//Storage/Uploads/../../projects/${project.id}`, method)).toBe(404)
      expect(await override('/api/v1/openapi.json', method)).toBe(405)
      expect(await override('/app', method)).toBe(405)
    }
    expect(await override(`/api/v1/storage/uploads/${id}`, 'HEAD')).toBe(200)
    expect(await override(`/api/v1/storage/uploads/${randomUUID()}`, 'HEAD')).toBe(404)
    expect(await override(`/api/v1/storage/uploads/${id}`, 'DELETE')).toBe(204)
    expect((await at.owner.rest('GET', `/clients/${client.id}`)).status).toBe(200)
  })
  proof(
    'the stock client arrives with the right bytes, though it is cut off 20 times',
    { timeout: 30_000 },
    async () => {
      const bytes = randomBytes(4 * mebibyte)
      const { body: folder } = await at.owner.rest('POST', '/storage/folders', { name: 'Scans' })
      const proxy = await cutter(base, 20, mebibyte / 4)
      onTestFinished(() => proxy.close())
      const url = await new Promise<string>((resolve, reject) => {
        const client = new Upload(bytes, {
          endpoint: `${proxy.base}/api/v1/storage/uploads`,
          headers: { authorization: `Bearer ${at.member.token}` },
          metadata: { filename: 'Übersicht.bin', filetype: 'image/png', folder_id: folder.id },
          retryDelays: Array.from({ length: 60 }, () => 5),
          onSuccess: () => resolve(client.url ?? ''),
          onError: reject,
        })
        client.start()
      })
      expect(proxy.cuts()).toBe(20)
      const id = url.split('/').at(-1) ?? ''
      expect((await file(id)).body).toMatchObject({
        id,
        name: 'Übersicht.bin',
        folder_id: folder.id,
        size_bytes: bytes.length,
        content_type: 'application/octet-stream',
        sha256: sha256(bytes),
        uploaded_by: at.member.id,
      })
      expect(sha256(Buffer.from(await bytesOf(id)))).toBe(sha256(bytes))
      await settled(id)
      expect(await parts()).toEqual([])
      expect((await file(id)).status).toBe(200)
    },
  )

  proof('is a file like any other in the end, with the id of the upload', async () => {
    const bytes = Buffer.from('%PDF-1.7\n and what follows')
    const id = await begun(
      at,
      at.member,
      bytes.length,
      `filename ${base64('../Vertrag.pdf')},filetype ${base64('x/y')}`,
    )
    expect((await file(id)).status).toBe(404)
    const half = await sent(at, at.member, id, 0, bytes.subarray(0, 10))
    expect([half.status, half.headers['upload-offset']]).toEqual([204, '10'])
    expect(Date.parse(String(half.headers['upload-expires']))).toBeGreaterThan(Date.now() + 23 * 3_600_000)
    expect((await tus(at, at.member, 'HEAD', `/${id}`)).headers).toMatchObject({
      'upload-offset': '10',
      'upload-length': String(bytes.length),
      'upload-metadata': `filename ${base64('../Vertrag.pdf')},filetype ${base64('x/y')}`,
      'cache-control': 'private, no-store',
      ...version,
    })
    const whole = await sent(at, at.member, id, 10, bytes.subarray(10))
    expect([whole.status, whole.headers['upload-offset']]).toEqual([204, String(bytes.length)])
    expect((await file(id)).body).toMatchObject({
      name: 'Vertrag.pdf',
      content_type: 'application/pdf',
      folder_id: null,
    })
    expect((await at.member.rest('GET', '/search?q=Vertrag')).body.results).toContainEqual(
      expect.objectContaining({ id, kind: 'file' }),
    )
    const after = await tus(at, at.member, 'HEAD', `/${id}`)
    expect([after.status, after.headers['upload-offset']]).toEqual([200, String(bytes.length)])
    // Once more, by who has not heard the answer.
    expect((await sent(at, at.member, id, 10, bytes.subarray(10))).status).toBe(409)
    const given = await tus(at, at.member, 'DELETE', `/${id}`)
    expect([given.status, given.body.error]).toEqual([409, 'invalid_state'])
    expect((await at.member.rest('DELETE', `/storage/files/${id}`)).status).toBe(204)
    expect((await tus(at, at.member, 'HEAD', `/${id}`)).status).toBe(404)
  })

  proof('of two at once at one place one is 409, and the file is that of the other', async () => {
    const id = await begun(at, at.member, 2 * mebibyte)
    const one = Buffer.alloc(2 * mebibyte, 'a')
    const other = Buffer.alloc(2 * mebibyte, 'b')
    for (const offset of [0, mebibyte / 4, mebibyte]) {
      const [end = 0] = { 0: [mebibyte / 4], [mebibyte / 4]: [mebibyte] }[offset] ?? [2 * mebibyte]
      const both = await Promise.all(
        [one, other].map((bytes) => sent(at, at.member, id, offset, bytes.subarray(offset, end))),
      )
      expect(both.map(({ status }) => status).sort()).toEqual([204, 409])
      if (both[0]?.status === 409) other.copy(one, offset, offset, end)
      else one.copy(other, offset, offset, end)
    }
    expect((await file(id)).body.sha256).toBe(sha256(one))
    expect(Buffer.from(await bytesOf(id)).equals(one)).toBe(true)
    await settled(id)
    expect((await parts()).filter((key) => key.includes(id))).toEqual([])
  })

  proof('what has expired is 410, and goes with its bytes', async () => {
    const [late, open] = [await begun(at, at.member, 100), await begun(at, at.member, 100)]
    for (const id of [late, open]) await sent(at, at.member, id, 0, Buffer.alloc(50))
    const rows = async () =>
      (await started.app.system.query('select id from uploads where id = any($1)', [[late, open]])).rows
    await started.app.system.query(`update uploads set expires_at = now() - interval '1 second' where id = $1`, [late])
    expect((await tus(at, at.member, 'HEAD', `/${late}`)).status).toBe(410)
    const refused = await sent(at, at.member, late, 50, Buffer.alloc(50))
    expect([refused.status, refused.body.error]).toEqual([410, 'expired'])
    // What a process that was killed had stored, and not added.
    await storage().put(`uploads/${at.organizationId}/${late}.killed`, Buffer.from('x'), 'text/plain')
    await settled(late)
    await settled(open)
    expect(await rows()).toEqual([{ id: open }])
    expect((await parts()).filter((key) => key.includes(late))).toEqual([])
    expect((await sent(at, at.member, open, 50, Buffer.alloc(50))).status).toBe(204)
  })

  if (kind === 'on disk') {
    test('a request is kept in parts of 8 MiB while it comes, and held in memory in none', async () => {
      const put = vi.spyOn(storage(), 'put')
      onTestFinished(() => put.mockRestore())
      const bytes = randomBytes(20 * mebibyte)
      const id = await begun(at, at.member, bytes.length)
      const chunks = Array.from({ length: 20 }, (_, n) => bytes.subarray(n * mebibyte, (n + 1) * mebibyte))
      const answer = await stream(id, at.member, 0, chunks)
      expect([answer.status, answer.headers.get('upload-offset')]).toEqual([204, String(bytes.length)])
      expect((await file(id)).body.sha256).toBe(sha256(bytes))
      const sizes = await Promise.all(put.mock.results.map(async ({ value }) => (await value).sizeBytes / mebibyte))
      expect(sizes.map(Math.round)).toEqual([8, 8, 4, 20])
      for (const [, body] of put.mock.calls) expect(body).toBeInstanceOf(Readable)
    })

    test('small parts are joined: as many as there are requests there never are', async () => {
      const bytes = randomBytes(2 * mebibyte)
      const id = await begun(at, at.member, bytes.length)
      const own = async () => (await parts()).filter((key) => key.includes(id))
      const step = 200_000
      for (let offset = 0; offset + step < bytes.length; offset += step) {
        expect((await sent(at, at.member, id, offset, bytes.subarray(offset, offset + step))).status).toBe(204)
        expect((await own()).length).toBeLessThanOrEqual(1 + offset / mebibyte)
      }
      const offset = await offsetOf(id)
      expect((await sent(at, at.member, id, offset, bytes.subarray(offset))).status).toBe(204)
      expect((await file(id)).body.sha256).toBe(sha256(bytes))
    })

    test('another checksum than was said is 460, and keeps nothing', async () => {
      const bytes = Buffer.from('hello world')
      const id = await begun(at, at.member, 2 * bytes.length)
      const right = { 'upload-checksum': `sha1 ${createHash('sha1').update(bytes).digest('base64')}` }
      const wrong = await sent(at, at.member, id, 0, Buffer.from('hello wor1d'), right)
      expect([wrong.status, wrong.body.error]).toEqual([460, 'checksum_mismatch'])
      expect(await offsetOf(id)).toBe(0)
      expect((await parts()).filter((key) => key.includes(id))).toEqual([])
      expect((await sent(at, at.member, id, 0, bytes, right)).status).toBe(204)
      const second = { 'upload-checksum': `sha256 ${createHash('sha256').update(bytes).digest('base64')}` }
      expect((await sent(at, at.member, id, bytes.length, bytes, second)).status).toBe(204)
      expect(await text(await storage().get(`files/${at.organizationId}/${id}`))).toBe('hello worldhello world')
      // Of nothing too, before and after the file is there.
      const empty = await begun(at, at.member, 10)
      for (const [upload, offset] of [
        [empty, 0],
        [id, 2 * bytes.length],
      ] as const) {
        const nothing = await sent(at, at.member, upload, offset, Buffer.alloc(0), right)
        expect([nothing.status, nothing.body?.error]).toEqual([460, 'checksum_mismatch'])
        const fits = { 'upload-checksum': `sha1 ${createHash('sha1').digest('base64')}` }
        expect((await sent(at, at.member, upload, offset, Buffer.alloc(0), fits)).status).toBe(204)
      }
    })

    test('more than the file has is 413 and adds nothing, also where its size is not said and a part would end with it', async () => {
      const bytes = randomBytes(8 * mebibyte)
      const id = await begun(at, at.member, bytes.length)
      const { next } = RequestBody.prototype
      let came = 0
      const counted = vi.spyOn(RequestBody.prototype, 'next').mockImplementation(async function (this: RequestBody) {
        const bytes = await next.call(this)
        came += bytes?.length ?? 0
        return bytes
      })
      onTestFinished(() => counted.mockRestore())
      async function* tooMuch() {
        yield bytes
        await vi.waitFor(() => expect(came).toBe(bytes.length), 9_000)
        yield Buffer.from('x')
      }
      expect((await stream(id, at.member, 0, tooMuch())).status).toBe(413)
      expect(await offsetOf(id)).toBe(0)
      expect((await parts()).filter((key) => key.includes(id))).toEqual([])
      expect((await stream(id, at.member, 0, [bytes])).status).toBe(204)
      expect((await file(id)).body.sha256).toBe(sha256(bytes))
      expect((await stream(id, at.member, bytes.length, [Buffer.from('x')])).status).toBe(413)
    })

    test('who has left, or whose token was revoked, goes on with nothing, in the middle of a request neither', async () => {
      const someone = async () => {
        const made = await createMemberByCommand(at.app.system, {
          organizationId: at.organizationId,
          role: Role.member,
          email: `${randomUUID()}@kontor.example`,
          name: 'kurz',
        })
        return createPerson(at.app, at.organizationId, made.memberId, made.token)
      }
      const own = async (id: string) => (await parts()).filter((key) => key.includes(id))
      const rows = async (id: string) =>
        (await started.app.system.query('select received_bytes from uploads where id = $1', [id])).rows
      for (const end of ['leaves', 'loses the token']) {
        const who = await someone()
        const [idle, busy] = [await begun(at, who, 100), await begun(at, who, 9 * mebibyte)]
        await sent(at, who, idle, 0, Buffer.alloc(50))
        async function* chunks() {
          for (let n = 0; n < 8; n += 1) yield Buffer.alloc(mebibyte)
          await vi.waitFor(async () => expect(await rows(busy)).toEqual([{ received_bytes: 8 * mebibyte }]), 9_000)
          const { body } = await who.rest('GET', '/tokens')
          const path = end === 'leaves' ? `/members/${who.id}` : `/tokens/${body.tokens[0].id}`
          expect((await (end === 'leaves' ? at.owner : who).rest('DELETE', path)).status).toBe(204)
          yield Buffer.alloc(mebibyte)
        }
        expect((await stream(busy, who, 0, chunks())).status).toBe(401)
        expect((await file(busy)).status).toBe(404)
        if (end === 'leaves') {
          expect([...(await rows(idle)), ...(await rows(busy))]).toEqual([])
          await settled(idle)
          await settled(busy)
          expect([...(await own(idle)), ...(await own(busy))]).toEqual([])
        } else expect([await rows(busy), (await own(busy)).length]).toEqual([[{ received_bytes: 8 * mebibyte }], 1])
      }
    })

    test('a member has a hundred uploads under way at most', async () => {
      const abroad = await openHouse(started.app)
      const begin = (who: Person) => tus(abroad, who, 'POST', '', { 'upload-length': '1' })
      const answers = await Promise.all(Array.from({ length: 102 }, () => begin(abroad.member)))
      const refused = answers.filter(({ status }) => status !== 201)
      expect(refused.map(({ status, body }) => [status, body.error])).toEqual(Array(2).fill([429, 'rate_limited']))
      expect(refused[0]?.body.message).toContain('100')
      expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(23 * 3600)
      expect((await begin(abroad.owner)).status).toBe(201)
      const ids = answers.flatMap(({ body }) => body.id ?? [])
      expect((await tus(abroad, abroad.member, 'DELETE', `/${ids[0]}`)).status).toBe(204)
      expect((await begin(abroad.member)).status).toBe(201)
      // What has become a file, or has expired, is not under way.
      expect((await sent(abroad, abroad.member, ids[1], 0, Buffer.from('a'))).status).toBe(204)
      expect((await begin(abroad.member)).status).toBe(201)
      await started.app.system.query('update uploads set expires_at = now() where id = $1', [ids[2]])
      expect((await begin(abroad.member)).status).toBe(201)
      expect((await begin(abroad.member)).status).toBe(429)
    })

    test('what is given up goes with its bytes', async () => {
      const id = await begun(at, at.member, 100)
      await sent(at, at.member, id, 0, Buffer.alloc(50))
      expect((await tus(at, at.member, 'DELETE', `/${id}`)).status).toBe(204)
      expect((await tus(at, at.member, 'HEAD', `/${id}`)).status).toBe(404)
      expect((await sent(at, at.member, id, 50, Buffer.alloc(50))).status).toBe(404)
      await vi.waitFor(async () => expect((await parts()).filter((key) => key.includes(id))).toEqual([]), 9_000)
    })

    test('what arrived whole before a process died becomes a file all the same', async () => {
      const { put: real } = storage()
      const put = vi.spyOn(storage(), 'put')
      onTestFinished(() => put.mockRestore())
      const id = await begun(at, at.member, 5)
      // The part, and then not the file.
      put.mockImplementationOnce(real).mockRejectedValueOnce(new Error('The power is gone.'))
      expect((await sent(at, at.member, id, 0, Buffer.from('whole'))).status).toBe(500)
      put.mockRestore()
      expect(await offsetOf(id)).toBe(5)
      expect((await tus(at, at.member, 'DELETE', `/${id}`)).status).toBe(409)
      await settled(id)
      expect((await file(id)).body.sha256).toBe(sha256(Buffer.from('whole')))
      expect((await parts()).filter((key) => key.includes(id))).toEqual([])
    })

    test('OPTIONS tells what there is, without a token', async () => {
      for (const path of ['', '/00000000-0000-4000-8000-000000000000']) {
        const { status, headers } = await tus(at, at.nobody, 'OPTIONS', path)
        expect(status).toBe(204)
        expect(headers).toMatchObject({
          'tus-resumable': '1.0.0',
          'tus-version': '1.0.0',
          'tus-max-size': String(most),
          'tus-extension': 'creation,creation-with-upload,checksum,expiration,termination',
          'tus-checksum-algorithm': 'sha1,sha256',
        })
      }
    })

    test('an upload may begin with its bytes, and its address leads on', async () => {
      const headers = { 'upload-length': '10', 'upload-metadata': `filename ${base64('a.txt')}` }
      const first = await tus(at, at.member, 'POST', '', headers, Buffer.from('01234'))
      expect([first.status, first.headers['upload-offset'], first.headers['tus-resumable']]).toEqual([
        201,
        '5',
        '1.0.0',
      ])
      expect(first.headers.location).toBe(`/api/v1/storage/uploads/${first.body.id}`)
      expect((await sent(at, at.member, first.body.id, 5, Buffer.from('56789'))).status).toBe(204)
      const whole = await tus(at, at.member, 'POST', '', headers, Buffer.from('0123456789'))
      expect([whole.headers['upload-offset'], (await file(whole.body.id)).body.size_bytes]).toEqual(['10', 10])
      const keyed = { ...headers, 'idempotency-key': 'scan-17' }
      const [once, again] = [await tus(at, at.member, 'POST', '', keyed), await tus(at, at.member, 'POST', '', keyed)]
      expect([again.status, again.body.id, again.headers['idempotent-replayed']]).toEqual([201, once.body.id, 'true'])
      expect((await tus(at, at.member, 'POST', '', { ...keyed, 'upload-length': '11' })).status).toBe(422)
    })

    test('another version of the protocol is refused in words that say which one is spoken', async () => {
      const { body } = await tus(at, at.member, 'POST', '', { 'tus-resumable': '0.2.2', 'upload-length': '1' })
      expect(body.message).toContain('Tus-Resumable: 1.0.0')
    })

    test('what cannot be is refused', async () => {
      const id = await begun(at, at.member, 10)
      const refusals: [number, string, Promise<{ status: number; body: { error: string } }>][] = [
        [
          412,
          'precondition_failed',
          tus(at, at.member, 'POST', '', { 'tus-resumable': '0.2.2', 'upload-length': '1' }),
        ],
        [400, 'bad_request', tus(at, at.member, 'POST', '')],
        [400, 'bad_request', tus(at, at.member, 'POST', '', { 'upload-length': '-1' })],
        [422, 'validation_failed', tus(at, at.member, 'POST', '', { 'upload-length': '0' })],
        ...[`${most + 1}`, '9007199254740993', '9'.repeat(400)].map((length): (typeof refusals)[number] => [
          413,
          'payload_too_large',
          tus(at, at.member, 'POST', '', { 'upload-length': length }),
        ]),
        [413, 'payload_too_large', tus(at, at.member, 'POST', '', { 'upload-length': '1' }, Buffer.from('ab'))],
        ...['filename Ä', 'filename a b', ',', 'filename YQ==,filename YQ=='].map(
          (metadata): (typeof refusals)[number] => [
            400,
            'bad_request',
            tus(at, at.member, 'POST', '', { 'upload-length': '1', 'upload-metadata': metadata }),
          ],
        ),
        ...['x', '00000000-0000-4000-8000-000000000000'].map((folder): (typeof refusals)[number] => [
          422,
          'validation_failed',
          tus(at, at.member, 'POST', '', { 'upload-length': '1', 'upload-metadata': `folder_id ${base64(folder)}` }),
        ]),
        [400, 'bad_request', tus(at, at.member, 'PATCH', `/${id}`, {}, Buffer.from('a'))],
        [409, 'conflict', sent(at, at.member, id, 1, Buffer.from('a'))],
        [413, 'payload_too_large', sent(at, at.member, id, 0, Buffer.alloc(11))],
        [
          415,
          'unsupported_media_type',
          sent(at, at.member, id, 0, Buffer.from('{}'), { 'content-type': 'application/json' }),
        ],
        [415, 'unsupported_media_type', sent(at, at.member, id, 0, Buffer.from('a'), { 'content-type': 'text/plain' })],
        [415, 'unsupported_media_type', tus(at, at.member, 'PATCH', `/${id}`, { 'upload-offset': '0' })],
        [400, 'bad_request', sent(at, at.member, id, 0, Buffer.from('a'), { 'upload-checksum': 'crc32 AAAA' })],
        [404, 'not_found', sent(at, at.member, 'x', 0, Buffer.from('a'))],
        [405, 'method_not_allowed', tus(at, at.member, 'POST', `/${id}`, { 'x-http-method-override': 'PUT' })],
      ]
      for (const [index, [status, error, answer]] of refusals.entries())
        expect([index, (await answer).status, (await answer).body.error]).toEqual([index, status, error])
      expect(await offsetOf(id)).toBe(0)
      const other = await tus(at, at.member, 'HEAD', `/${id}`, { 'tus-resumable': '2.0.0' })
      expect([other.status, other.headers['tus-version']]).toEqual([412, '1.0.0'])
    })

    test('nobody goes on with another’s, and who may not write begins none', async () => {
      const id = await begun(at, at.member, 10)
      const abroad = await openHouse(started.app)
      const { body: token } = await at.member.rest('POST', '/tokens', { name: 'x', scope: 'read' })
      const reader = createPerson(at.app, at.organizationId, at.member.id, token.token)
      for (const [who, status] of [
        [at.nobody, 401],
        [at.viewer, 403],
        [at.accountant, 403],
        [at.auditor, 403],
        [reader, 403],
        [at.owner, 404],
        [abroad.member, 404],
      ] as const) {
        expect((await sent(at, who, id, 0, Buffer.from('a'))).status).toBe(status)
        expect((await tus(at, who, 'DELETE', `/${id}`)).status).toBe(status)
        if (who !== reader) expect((await tus(at, who, 'HEAD', `/${id}`)).status).toBe(status)
        const begins = await tus(at, who, 'POST', '', { 'upload-length': '1' })
        expect(begins.status).toBe(status === 404 ? 201 : status)
      }
      const unknown = await tus(at, at.member, 'PATCH', `/${id}?offset=0`, { 'upload-offset': '0' }, Buffer.from('a'))
      expect([unknown.status, unknown.body.field]).toEqual([422, 'offset'])
      expect(await offsetOf(id)).toBe(0)
    })

    test('a folder that goes meanwhile leaves its file at the top', async () => {
      const { body: folder } = await at.owner.rest('POST', '/storage/folders', { name: 'Weg' })
      const id = await begun(at, at.member, 4, `filename ${base64('a.txt')},folder_id ${base64(folder.id)}`)
      expect((await at.owner.rest('DELETE', `/storage/folders/${folder.id}`)).status).toBe(204)
      expect((await sent(at, at.member, id, 0, Buffer.from('text'))).status).toBe(204)
      expect((await file(id)).body.folder_id).toBeNull()
    })

    test('a refusal is readable by who sends everything first', async () => {
      const id = await begun(at, at.member, 20 * mebibyte)
      const answer = await fetch(`${base}/api/v1/storage/uploads/${id}`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${at.member.token}`, ...version, ...chunk, 'upload-offset': '1' },
        body: Buffer.alloc(20 * mebibyte),
      })
      expect([answer.status, (await answer.json()).error]).toEqual([409, 'conflict'])
    })
  }
})

const origin = 'https://app.example.com'

test('an upload takes its place when it begins, keeps it as a file, and goes from a page of another origin', async () => {
  const { app, stop } = await startApp({ env: { STORAGE_QUOTA_BYTES: '10000', CORS_ORIGINS: origin } })
  onTestFinished(() => stop())
  const at = await openHouse(app)
  const id = await begun(at, at.member, 6000)
  const over = await tus(at, at.member, 'POST', '', { 'upload-length': '4001' })
  expect([over.status, over.body.error]).toEqual([413, 'payload_too_large'])
  expect((await upload(at, 'member', { file: [Buffer.alloc(4001), 'a'] })).status).toBe(413)
  const other = await begun(at, at.member, 4000)
  expect((await sent(at, at.member, id, 0, Buffer.alloc(6000))).status).toBe(204)
  expect((await tus(at, at.member, 'POST', '', { 'upload-length': '1' })).status).toBe(413)
  expect((await tus(at, at.member, 'DELETE', `/${other}`)).status).toBe(204)
  expect((await upload(at, 'member', { file: [Buffer.alloc(4000), 'a'] })).status).toBe(201)
  // A page of another origin may send and read what the protocol needs.
  const asked = await tus(at, at.nobody, 'OPTIONS', '', { origin, 'access-control-request-method': 'POST' })
  for (const name of ['Tus-Resumable', 'Upload-Length', 'Upload-Metadata', 'Upload-Offset', 'Upload-Checksum'])
    expect(asked.headers['access-control-allow-headers']).toContain(name)
  expect((await at.member.rest('DELETE', `/storage/files/${id}`)).status).toBe(204)
  const begins = await tus(at, at.member, 'POST', '', { origin, 'upload-length': '2' })
  const to = `/${begins.body.id}`
  const answers = [
    begins,
    await tus(at, at.member, 'POST', '', { origin, 'upload-length': '0' }),
    await sent(at, at.member, begins.body.id, 0, Buffer.from('a'), { origin }),
    await sent(at, at.member, begins.body.id, 0, Buffer.from('a'), { origin }),
    await tus(at, at.member, 'HEAD', to, { origin }),
    await tus(at, at.member, 'DELETE', to, { origin }),
    await tus(at, at.member, 'HEAD', to, { origin }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([201, 422, 204, 409, 200, 204, 404])
  for (const { headers } of answers) {
    expect(headers['access-control-allow-origin']).toBe(origin)
    for (const name of [
      'Location',
      'Tus-Resumable',
      'Upload-Length',
      'Upload-Metadata',
      'Upload-Offset',
      'Upload-Expires',
    ])
      expect(headers['access-control-expose-headers']).toContain(name)
  }
})
