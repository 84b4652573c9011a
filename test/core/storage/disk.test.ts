import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { createStorage, verifySignedPath } from '#core/storage/storage'

const root = mkdtempSync(join(tmpdir(), 'kontor-disk-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const sign = (text: string) => createHmac('sha256', 'key of the test').update(text).digest('base64url')
const isSigned = (text: string, signature: string) => sign(text) === signature

describe('files', () => {
  test('are stored under their keys, for the owner only, without leftovers', async () => {
    const directory = join(root, 'files')
    const storage = await createStorage(null, directory)
    await storage.put('documents/a/b.pdf', Buffer.from('x'), 'application/pdf')
    await storage.put('documents/a/b.pdf', Readable.from([Buffer.from('y')]), 'application/pdf')
    await storage.check()
    async function* breaking() {
      yield Buffer.from('x')
      throw new Error('gone')
    }
    await expect(storage.put('documents/c', Readable.from(breaking()), 'text/plain')).rejects.toThrow('gone')
    const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    expect(files.map(({ parentPath, name }) => join(parentPath, name))).toEqual([join(directory, 'documents/a/b.pdf')])
    expect(statSync(join(directory, 'documents/a/b.pdf')).mode & 0o777).toBe(0o600)
    expect(statSync(join(directory, 'documents/a')).mode & 0o777).toBe(0o700)
  })

  test('of interrupted uploads are deleted at a later start, current ones are kept', async () => {
    const directory = join(root, 'left')
    const incoming = join(directory, '.incoming')
    mkdirSync(incoming, { recursive: true })
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
    for (const [name, hours] of [
      ['old', 25],
      ['young', 23],
    ] as const) {
      writeFileSync(join(incoming, name), 'half')
      utimesSync(join(incoming, name), hoursAgo(hours), hoursAgo(hours))
    }
    await createStorage(null, directory)
    expect(readdirSync(incoming)).toEqual(['young'])
  })

  test('are read whole while they are replaced', async () => {
    const storage = await createStorage(null, join(root, 'replaced'))
    const versions = ['a', 'b'].map((letter) => Buffer.from(letter.repeat(500_000)))
    await storage.put('document', versions[0] as Buffer, 'text/plain')
    const writing = (async () => {
      for (let turn = 1; turn <= 20; turn++) await storage.put('document', versions[turn % 2] as Buffer, 'text/plain')
    })()
    let reads = 0
    const reading = (async () => {
      for (; reads < 40; reads++) {
        const found = Buffer.from(await storage.read('document'))
        expect(versions.some((version) => version.equals(found))).toBe(true)
      }
    })()
    await Promise.all([writing, reading])
  })

  test('fail the check if the folder is unusable', async () => {
    await expect((await createStorage(null, '/dev/null/files')).check()).rejects.toThrow()
  })

  test('never load the S3 client', async () => {
    const storage = new URL('../../../src/core/storage/storage.ts', import.meta.url).href
    const program = `
      import { registerHooks } from 'node:module'
      const loaded = []
      registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
      const { createStorage } = await import(${JSON.stringify(storage)})
      const disk = await createStorage(null, ${JSON.stringify(join(root, 'lazy'))})
      await disk.put('a', Buffer.from('x'), 'text/plain')
      const onDisk = loaded.filter((url) => url.includes('aws-sdk')).length
      await createStorage({ endpoint: 'http://127.0.0.1:1', region: 'x', bucket: 'x', accessKeyId: 'x', secretAccessKey: 'x' }, 'x')
      console.log(onDisk, loaded.filter((url) => url.includes('aws-sdk')).length > 0)`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program])
    expect(stdout.trim()).toBe('0 true')
  })
})

describe('a signed URL', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  const download = {
    filename: 'Rechnung „Müller & Söhne“ 100%.pdf',
    contentType: 'application/pdf',
    expiresInSeconds: 300,
  }
  const address = async (key = 'documents/a/b.pdf', changes = {}) => {
    const storage = await createStorage(null, join(root, 'signed'), {
      publicUrl: 'https://kontor.example/office',
      sign,
      now: () => now,
    })
    return storage.signedUrl(key, { ...download, ...changes })
  }
  const pathOf = (url: string) => url.replace('https://kontor.example/office', '')
  const verify = (path: string, at = now) => verifySignedPath(path, isSigned, at)

  test('begins with the public URL and names the content', async () => {
    const url = await address()
    expect(url).toMatch(/^https:\/\/kontor\.example\/office\/files\/documents\/a\/b\.pdf\?/)
    expect(verify(pathOf(url))).toEqual({
      key: 'documents/a/b.pdf',
      filename: download.filename,
      contentType: 'application/pdf',
      expired: false,
    })
  })

  test('expires', async () => {
    const path = pathOf(await address())
    expect(verify(path, new Date(now.getTime() + 299_999))?.expired).toBe(false)
    expect(verify(path, new Date(now.getTime() + 300_000))?.expired).toBe(true)
  })

  test('is invalid after any change', async () => {
    const path = pathOf(await address())
    const other = pathOf(await address('documents/a/c.pdf'))
    const signature = new URLSearchParams(path.split('?')[1]).get('signature') ?? ''
    const forged = [
      path.replace('b.pdf', 'c.pdf'),
      path.replace('/files/', '/files/x/'),
      path.replace('/files/', '/public/files/'),
      path.replace('/documents/a/', '/documents/A/'),
      path.replace(/expires=\d+/, 'expires=9999999999'),
      path.replace('application%2Fpdf', 'text%2Fhtml'),
      path.replace('filename=Rechnung', 'filename=Quittung'),
      path.replace(/&filename=[^&]*/, ''),
      path.replace(/expires=\d+&/, ''),
      `${path}&filename=other.pdf`,
      `${path}&expires=9999999999`,
      `${path}&inline=1`,
      `${path}&signature=${signature}`,
      path.replace('?', '?expires=9999999999&'),
      path.replace(signature, ''),
      path.replace(`&signature=${signature}`, ''),
      path.replace(signature, signature.slice(0, -1)),
      path.replace(signature, `${signature}A`),
      path.replace(signature, new URLSearchParams(other.split('?')[1]).get('signature') ?? ''),
      '/files/documents/a/b.pdf',
      '/files/../../etc/passwd?signature=',
      '',
      'http://[',
    ]
    expect(new Set(forged).has(path)).toBe(false)
    for (const forgery of forged) expect(verify(forgery), forgery).toBe(null)
    expect(verify(path)).not.toBe(null)
    expect(verifySignedPath(path, (text, given) => isSigned(`another key ${text}`, given), now)).toBe(null)
  })

  test('may be percent-encoded differently by a proxy', async () => {
    const path = pathOf(await address())
    expect(path).toContain('+')
    expect(verify(path.replaceAll('+', '%20'))).toEqual(verify(path))
    expect(verify(path.replaceAll(/%[0-9A-F]{2}/g, (octet) => octet.toLowerCase()))).toEqual(verify(path))
  })

  test('cannot leave the folder even if signed', () => {
    for (const key of ['.incoming/x', 'a%2F..%2F..%2Fx', '', 'a//b']) {
      const text = `/files/${key}?expires=9999999999`
      expect(verify(`${text}&signature=${sign(text)}`), key).toBe(null)
    }
  })

  test('does not exist without a signer', async () => {
    const storage = await createStorage(null, join(root, 'signed'))
    await expect(storage.signedUrl('a', download)).rejects.toThrow(TypeError)
  })
})
