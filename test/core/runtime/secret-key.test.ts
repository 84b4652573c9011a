import { execFile } from 'node:child_process'
import { linkSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { createKeyRingReader, createSecrets, loadSecretKey, rotateKeyFile } from '#core/runtime/secret-key'

const root = mkdtempSync(join(tmpdir(), 'kontor-secret-'))
afterAll(() => rmSync(root, { recursive: true }))

const directory = () => join(mkdtempSync(join(root, 'd-')), 'data')

test('creates the key once, 32 bytes readable by the owner only, without leftovers', () => {
  const dataDir = directory()
  const key = loadSecretKey({ secretKey: null, dataDir })
  expect(key).toHaveLength(32)
  expect(loadSecretKey({ secretKey: null, dataDir })).toEqual(key)
  expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600)
  expect(readdirSync(dataDir)).toEqual(['secret.key'])
})

test('concurrent starts agree on the key', async () => {
  const dataDir = directory()
  const module = new URL('../../../src/core/runtime/secret-key.ts', import.meta.url)
  const script = `import { loadSecretKey } from '${module}'
    console.log(loadSecretKey({ secretKey: null, dataDir: ${JSON.stringify(dataDir)} }).toString('hex'))`
  const run = () => promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script])
  const keys = await Promise.all([run(), run(), run(), run()])
  const kept = readFileSync(join(dataDir, 'secret.key')).toString('hex')
  expect(keys.map(({ stdout }) => stdout.trim())).toEqual([kept, kept, kept, kept])
  expect(readdirSync(dataDir)).toEqual(['secret.key'])
})

test('a damaged key prevents the start', () => {
  const dataDir = directory()
  loadSecretKey({ secretKey: null, dataDir })
  writeFileSync(join(dataDir, 'secret.key'), 'short')
  expect(() => loadSecretKey({ secretKey: null, dataDir })).toThrow(/secret\.key is damaged: it must hold 32 bytes/)
})

test('derives the key from a text without a file', () => {
  const dataDir = directory()
  const key = loadSecretKey({ secretKey: 'sixteen letters!', dataDir })
  expect(key).toHaveLength(32)
  expect(loadSecretKey({ secretKey: 'sixteen letters!', dataDir: '/elsewhere' })).toEqual(key)
  expect(loadSecretKey({ secretKey: 'sixteen letters?', dataDir })).not.toEqual(key)
  expect(() => statSync(dataDir)).toThrow(/ENOENT/)
})

const secrets = createSecrets(Buffer.alloc(32, 7))

test('decrypts what it encrypts, with different ciphertext each time', () => {
  const text = 'Zahlungsdaten: äöü 🔑'
  const sealed = secrets.seal(text, 'webhook')
  expect(secrets.open(sealed, 'webhook')).toBe(text)
  expect(secrets.open(new Uint8Array(sealed), 'webhook')).toBe(text)
  expect(secrets.open(secrets.seal('', 'webhook'), 'webhook')).toBe('')
  expect(secrets.seal(text, 'webhook')).not.toEqual(sealed)
})

test('decrypts only with the same purpose and key, and unchanged', () => {
  const sealed = secrets.seal('text', 'webhook')
  const refusal = /^The stored \w+ cannot be opened/
  expect(() => secrets.open(sealed, 'mail')).toThrow(refusal)
  expect(() => createSecrets(Buffer.alloc(32, 8)).open(sealed, 'webhook')).toThrow(refusal)
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    expect(() => secrets.open(changed, 'webhook')).toThrow(refusal)
    expect(() => secrets.open(sealed.subarray(0, at), 'webhook')).toThrow(refusal)
  }
})

test('a signature belongs to its text, purpose and key', () => {
  const signature = secrets.sign('text', 'link')
  expect(signature).toMatch(/^[\w-]{43}$/)
  expect(secrets.sign('text', 'link')).toBe(signature)
  expect(secrets.sign('texts', 'link')).not.toBe(signature)
  expect(secrets.sign('text', 'mail')).not.toBe(signature)
  expect(createSecrets(Buffer.alloc(32, 8)).sign('text', 'link')).not.toBe(signature)
})

test('a running process follows a rotation: it accepts both keys and encrypts with the new one', () => {
  const dataDir = directory()
  const running = createSecrets(createKeyRingReader({ secretKey: null, dataDir }))
  const [sealed, signature, id] = [running.seal('text', 'webhook'), running.sign('text', 'link'), running.keyId()]
  expect(rotateKeyFile(dataDir)).toBe(true)
  const restarted = createSecrets(createKeyRingReader({ secretKey: null, dataDir }))
  expect(running.open(restarted.seal('new', 'webhook'), 'webhook')).toBe('new')
  for (const secrets of [running, restarted]) {
    expect(secrets.keyId()).not.toEqual(id)
    expect(secrets.open(sealed, 'webhook')).toBe('text')
    expect(secrets.verify('text', signature, 'link')).toBe(true)
    expect(secrets.verify('texts', signature, 'link')).toBe(false)
    expect(secrets.sign('text', 'link')).not.toBe(signature)
    expect(secrets.signatures('text', 'link')).toEqual([secrets.sign('text', 'link'), signature])
    expect(secrets.seal('text', 'webhook').subarray(0, 8)).toEqual(secrets.keyId())
  }
  const renewed = running.seal('text', 'webhook')
  rmSync(join(dataDir, 'secret.key.previous'))
  const alone = createSecrets(createKeyRingReader({ secretKey: null, dataDir }))
  expect(alone.open(renewed, 'webhook')).toBe('text')
  expect(() => alone.open(sealed, 'webhook')).toThrow(/cannot be opened/)
  expect(alone.verify('text', signature, 'link')).toBe(false)
})

test('continues an interrupted rotation, and starts no second one before the previous key is removed', () => {
  const dataDir = directory()
  const first = loadSecretKey({ secretKey: null, dataDir })
  linkSync(join(dataDir, 'secret.key'), join(dataDir, 'secret.key.previous'))
  expect(createKeyRingReader({ secretKey: null, dataDir })()).toEqual({ current: first, previous: null })
  expect(rotateKeyFile(dataDir)).toBe(true)
  const ring = createKeyRingReader({ secretKey: null, dataDir })()
  expect(ring.previous).toEqual(first)
  expect(ring.current).not.toEqual(first)
  expect(rotateKeyFile(dataDir)).toBe(false)
  expect(createKeyRingReader({ secretKey: null, dataDir })()).toEqual(ring)
  expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600)
  expect(readdirSync(dataDir).sort()).toEqual(['secret.key', 'secret.key.previous'])
})

test('missing or damaged key files do not affect a running process', () => {
  const dataDir = directory()
  const ring = createKeyRingReader({ secretKey: null, dataDir })
  const before = ring()
  writeFileSync(join(dataDir, 'secret.key'), 'short')
  expect(ring(true)).toEqual(before)
  rmSync(join(dataDir, 'secret.key'))
  expect(ring(true)).toEqual(before)
  expect(readdirSync(dataDir)).toEqual([])
})

test("a text can replace another text, or a file's key", () => {
  const dataDir = directory()
  const file = loadSecretKey({ secretKey: null, dataDir })
  const text = { secretKey: 'sixteen letters!', dataDir }
  expect(createKeyRingReader({ ...text, secretKeyPrevious: 'sixteen letters?' })().previous).toEqual(
    loadSecretKey({ secretKey: 'sixteen letters?', dataDir }),
  )
  linkSync(join(dataDir, 'secret.key'), join(dataDir, 'secret.key.previous'))
  expect(createKeyRingReader(text)()).toEqual({ current: loadSecretKey(text), previous: file })
})
