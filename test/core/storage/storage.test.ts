import { createHash, createHmac, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { readFile, readlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createStorage, ObjectMissing, type Storage } from '#core/storage/storage'
import { findS3ServerProblem, type S3Server, startS3Server } from '../../peers/s3-server.ts'

const root = mkdtempSync(join(tmpdir(), 'kontor-storage-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const sign = (text: string) => createHmac('sha256', 'key of the test').update(text).digest('base64url')
const links = { publicUrl: 'https://kontor.example', sign }

const noS3 = findS3ServerProblem()
if (noS3) console.warn(`Skipped: storage in S3. ${noS3}`)

let server: S3Server | undefined
const kinds: [string, () => Promise<Storage>][] = [
  ['on disk', () => createStorage(null, join(root, 'disk'), links)],
  [
    noS3 ? `in S3 (${noS3})` : 'in S3',
    async () => {
      server = await startS3Server()
      return createStorage(server, join(root, 's3'))
    },
  ],
]
afterAll(() => server?.close())

describe.each(kinds)('storage %s', (kind, open) => {
  const skipped = kind.startsWith('in S3') && noS3 !== null
  let storage: Storage
  beforeAll(async () => {
    if (!skipped) storage = await open()
  })
  const proof = test.skipIf(skipped)
  const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

  proof('gives back the bytes it was given, whole and as a stream', async () => {
    for (const size of [0, 1, 70_000]) {
      const bytes = randomBytes(size)
      const stored = await storage.put(`documents/a/${size}.bin`, bytes, 'application/pdf')
      expect(stored).toEqual({ sha256: sha256(bytes), sizeBytes: size })
      expect(Buffer.from(await storage.read(`documents/a/${size}.bin`)).equals(bytes)).toBe(true)
      expect((await buffer(await storage.get(`documents/a/${size}.bin`))).equals(bytes)).toBe(true)
      const inFile = await storage.withFile(`documents/a/${size}.bin`, (path) => readFile(path))
      expect(inFile.equals(bytes)).toBe(true)
    }
  })

  proof('takes a stream whose length nobody knows, and finds its hash', async () => {
    const chunks = Array.from({ length: 200 }, () => randomBytes(64 * 1024))
    const bytes = Buffer.concat(chunks)
    const stored = await storage.put('uploads/large', Readable.from(chunks), 'application/octet-stream')
    expect(stored).toEqual({ sha256: sha256(bytes), sizeBytes: bytes.length })
    expect((await buffer(await storage.get('uploads/large'))).equals(bytes)).toBe(true)
  })

  proof('keeps nothing of a stream that breaks off, and what was there stays', async () => {
    async function* breaking() {
      yield Buffer.from('the beginning')
      throw new Error('the caller has left')
    }
    await expect(storage.put('uploads/broken', Readable.from(breaking()), 'text/plain')).rejects.toThrow('has left')
    expect(await storage.exists('uploads/broken')).toBe(false)
    await storage.put('uploads/kept', Buffer.from('first'), 'text/plain')
    await expect(storage.put('uploads/kept', Readable.from(breaking()), 'text/plain')).rejects.toThrow('has left')
    expect(Buffer.from(await storage.read('uploads/kept')).toString()).toBe('first')
  })

  proof('puts in place of what was there', async () => {
    await storage.put('documents/twice', Buffer.from('first, and longer'), 'text/plain')
    await storage.put('documents/twice', Buffer.from('second'), 'text/plain')
    expect(Buffer.from(await storage.read('documents/twice')).toString()).toBe('second')
  })

  proof('says of an object that is missing that it is missing', async () => {
    for (const key of ['nothing/here', 'documents', 'documents/twice/below']) {
      await expect(storage.read(key), key).rejects.toBeInstanceOf(ObjectMissing)
      await expect(storage.get(key), key).rejects.toBeInstanceOf(ObjectMissing)
      await expect(
        storage.withFile(key, async () => true),
        key,
      ).rejects.toBeInstanceOf(ObjectMissing)
      expect(await storage.exists(key), key).toBe(false)
    }
  })

  proof('deletes, also what is not there', async () => {
    await storage.put('documents/short-lived', Buffer.from('x'), 'text/plain')
    expect(await storage.exists('documents/short-lived')).toBe(true)
    await storage.delete('documents/short-lived')
    expect(await storage.exists('documents/short-lived')).toBe(false)
    await storage.delete('documents/short-lived')
  })

  proof('keeps many at once apart', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `at-once/${index}`)
    await Promise.all(names.map((name) => storage.put(name, Buffer.from(name), 'text/plain')))
    await Promise.all(Array.from({ length: 5 }, () => storage.put('at-once/same', Buffer.from('same'), 'text/plain')))
    for (const name of names) expect(Buffer.from(await storage.read(name)).toString()).toBe(name)
    expect(Buffer.from(await storage.read('at-once/same')).toString()).toBe('same')
  })

  proof('refuses keys that are not plain paths', async () => {
    for (const key of [
      ...['../outside', 'a/../../outside', 'a/..', '..', '.', './a', 'a/./b', '/etc/passwd', 'a//b', 'a/', ''],
      ...['.incoming/x', 'a/.hidden', 'a\\b', 'a\0b', 'a b', 'a?b', 'a#b', 'a%2e%2e', 'ä', 'C:\\x', 'x'.repeat(513)],
    ])
      for (const use of [
        () => storage.put(key, Buffer.from('x'), 'text/plain'),
        () => storage.put(key, Readable.from([Buffer.from('x')]), 'text/plain'),
        () => storage.get(key),
        () => storage.read(key),
        () => storage.delete(key),
        () => storage.exists(key),
        () => storage.signedUrl(key, { filename: 'x', contentType: 'text/plain', expiresInSeconds: 60 }),
      ])
        await expect((async () => use())(), key).rejects.toThrow(/is not a storage key/)
  })

  proof('passes its own check, and leaves nothing of it', async () => {
    await storage.check()
    await storage.check()
  })
})

test.skipIf(!existsSync('/proc/self/fd'))('a store that refuses streams leaves none of their files open', async () => {
  const nobody = { endpoint: 'http://127.0.0.1:1', region: 'x', bucket: 'x', accessKeyId: 'x', secretAccessKey: 'x' }
  const directory = join(root, 'refused')
  const storage = await createStorage(nobody, directory)
  const puts = Array.from({ length: 50 }, () => storage.put('a//b', Readable.from([Buffer.from('x')]), 'text/plain'))
  for (const { status } of await Promise.allSettled(puts)) expect(status).toBe('rejected')
  const open = readdirSync('/proc/self/fd').map((fd) => readlink(join('/proc/self/fd', fd)).catch(() => ''))
  expect((await Promise.all(open)).filter((path) => path.startsWith(directory))).toEqual([])
})

describe.skipIf(noS3 !== null)('in S3', () => {
  const opened = (changes: Partial<S3Server>) =>
    createStorage({ ...(server as S3Server), ...changes }, join(root, 's3'))
  const download = { filename: 'Rechnung „Müller“ (1).pdf', contentType: 'application/pdf', expiresInSeconds: 300 }

  test('a signed URL serves the object as an attachment with that name and type', async () => {
    const storage = await opened({})
    await storage.put('documents/signed.pdf', Buffer.from('%PDF'), 'application/octet-stream')
    const address = await storage.signedUrl('documents/signed.pdf', download)
    const answer = await fetch(address)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe('%PDF')
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="Rechnung _M_ller_ (1).pdf"; filename*=UTF-8''Rechnung%20%E2%80%9EM%C3%BCller%E2%80%9C%20%281%29.pdf`,
    )
  })

  test('a signed URL is invalid after any change or its expiry', async () => {
    const storage = await opened({})
    await storage.put('documents/other.pdf', Buffer.from('other'), 'application/pdf')
    const address = await storage.signedUrl('documents/signed.pdf', download)
    for (const [part, other] of [
      ['signed.pdf', 'other.pdf'],
      ['attachment', 'inline'],
      ['application%2Fpdf', 'text%2Fhtml'],
      ['X-Amz-Expires=300', 'X-Amz-Expires=3000'],
    ] as const) {
      expect(address).toContain(part)
      expect((await fetch(address.replace(part, other))).status, other).toBe(403)
    }
    const past = new Date(Date.now() - 600_000).toISOString().replaceAll(/[-:]|\.\d+/g, '')
    expect((await fetch(address.replace(/X-Amz-Date=\w+/, `X-Amz-Date=${past}`))).status).toBe(403)
  })

  test('a wrong secret, bucket or endpoint fails the check, and is no missing object', async () => {
    for (const changes of [
      { secretAccessKey: 'another' },
      { bucket: 'another-bucket' },
      { endpoint: 'http://127.0.0.1:1' },
    ]) {
      const storage = await opened(changes)
      await expect(storage.check()).rejects.toThrow()
      const failure = await storage.read('documents/signed.pdf').catch((error) => error)
      expect(failure).toBeInstanceOf(Error)
      expect(failure).not.toBeInstanceOf(ObjectMissing)
    }
  })
})
