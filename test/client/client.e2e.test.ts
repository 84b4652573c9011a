import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectRoot } from '#core/runtime/project-root'
import { subscribe, until } from '../features/platform/webhooks/subscriber.ts'
import { openHouse, startApp } from '../harness/house.ts'
import { listen } from '../harness/subscriptions.ts'
import { startTlsReceiver } from '../peers/tls-receiver.ts'

// @kontor/client as a stranger meets it: a tarball, an empty folder, no registry, a compiler and a running service.

const folder = mkdtempSync(join(tmpdir(), 'kontor-stranger-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = async (program: string, args: string[], options: { cwd?: string; env?: object } = {}) => {
  const { env, cwd = folder } = options
  return promisify(execFile)(program, args, { cwd, timeout: 120_000, env: { ...process.env, ...env } }).then(
    ({ stdout }) => stdout,
    ({ stdout = '', stderr = '', message }) => {
      throw new Error(`${message}\n${stdout}\n${stderr}`)
    },
  )
}
/** What the compiler says of a file, without whatever this project knows. */
const compiled = (file: string) =>
  run(process.execPath, [
    ...[join(projectRoot, 'node_modules/typescript/bin/tsc'), '--strict', '--module', 'nodenext', '--target', 'es2022'],
    ...['--lib', 'es2023,dom,dom.iterable', '--types', '', file],
  ])

/** Lists, creates, is refused, changes by version, repeats and verifies; writes what it has seen. */
const program = `
import { createKontor, type Kontor, KontorError, orThrow, type Schemas } from '@kontor/client'
import { verifyWebhook, WebhookRefused } from '@kontor/client/webhooks'

declare const process: { env: Record<string, string>; stdout: { write(text: string): void } }
const { BASE = '', TOKEN = '', SECRET = '', DELIVERY = '' } = process.env
const kontor: Kontor = createKontor({ baseUrl: BASE + '/', token: TOKEN, language: 'de' })
const seen: Record<string, unknown> = {}

const key = { header: { 'Idempotency-Key': crypto.randomUUID() } }
const body: Schemas['CreateClientInput'] = { name: 'Müller & Söhne', city: 'Berlin' }
const client = await orThrow(kontor.POST('/clients', { params: key, body }))
const again = await kontor.POST('/clients', { params: key, body })
seen.repeated = [again.data?.id === client.id, again.response.headers.get('idempotent-replayed')]

const { data } = await kontor.GET('/clients', { params: { query: { q: 'müller', per_page: 5 } } })
const names: string[] | undefined = data?.clients.map(({ name }) => name)
seen.listed = names

const refused = await kontor.POST('/clients', { body: { name: '' } })
seen.refused = [refused.error?.error, refused.error?.field, refused.error?.message]
seen.thrown = await orThrow(kontor.POST('/clients', { body: { name: '' } })).catch((error: KontorError) =>
  [error instanceof KontorError, error.error, error.status, error.refusal?.field, typeof error.requestId])
const stranger = createKontor({ baseUrl: BASE, token: 'kontor_none' })
seen.unauthorized = (await stranger.GET('/me')).error?.error

const at = (version: number, city: string) =>
  kontor.PUT('/clients/{id}', {
    params: { path: { id: client.id }, header: { 'If-Match': '"' + version + '"' } },
    body: { city },
  })
seen.changed = (await at(client.version, 'Hamburg')).data?.city
seen.late = (await at(client.version, 'Köln')).error?.error
await orThrow(kontor.DELETE('/clients/{id}', { params: { path: { id: client.id } } }))
seen.gone = (await kontor.GET('/clients/{id}', { params: { path: { id: client.id } } })).response.status

const delivery: { headers: Record<string, string>; body: string; at: number } = JSON.parse(DELIVERY)
const event = await verifyWebhook(delivery.body, new Headers(delivery.headers), SECRET)
seen.event = event.event === 'client.created' ? event.data.name : null
const why = (body: string | Uint8Array, headers: Record<string, string>, secret: string, now = Date.now()) =>
  verifyWebhook(body, headers, secret, { now }).then(
    () => 'taken',
    (error) => (error instanceof WebhookRefused ? 'refused' : String(error)),
  )
const file = new File(['hi'], 'a.txt', { type: 'text/plain' })
const form = new FormData()
form.set('file', file)
seen.files = [
  (await kontor.POST('/storage/files', { body: form })).response.status,
  (await kontor.POST('/storage/files', { body: { file } })).response.status,
]
export const imports = [
  () => kontor.POST('/pages/import', { body: form }),
  () => kontor.POST('/payments/import', { body: form }),
  () => kontor.POST('/bills/read', { body: { file } }),
]
const zip = await orThrow(kontor.GET('/pages/export'))
seen.zip = zip instanceof Blob && (await zip.arrayBuffer()).byteLength > 0
const text: string = await orThrow(kontor.GET('/pages/export', { parseAs: 'text' }))
seen.text = text.length > 0
const answers = async (status: number, headers: Record<string, string>) => {
  const other = async () => new Response('<h1>No</h1>', { status, headers: { 'content-type': 'text/html', ...headers } })
  return orThrow(createKontor({ baseUrl: BASE, token: TOKEN, fetch: other }).GET('/me')).catch(
    (error: KontorError) => error.message.includes('baseUrl'))
}
// A gateway in front of the service, and the service itself where it cannot say more.
seen.elsewhere = [await answers(404, {}), await answers(502, { 'x-request-id': 'r-1' })]
const inApi = createKontor({ baseUrl: BASE + '/api/v1/', token: TOKEN })
seen.inApi = (await inApi.GET('/me')).response.status
const page = async () => new Response('<html>', { headers: { 'content-type': 'text/html' } })
seen.page = await orThrow(createKontor({ baseUrl: BASE, token: TOKEN, fetch: page }).GET('/me')).catch(
  (error: unknown) => error instanceof KontorError && error.refusal === null)
seen.ping = event.event === 'webhook.test' ? (event.sequence satisfies null) : event.sequence satisfies number
const { headers } = delivery
const bytes = new TextEncoder().encode(delivery.body)
const signature = headers['webhook-signature'] ?? ''
seen.verified = {
  bytes: await why(bytes, headers, SECRET),
  rotated: await why(bytes, { ...headers, 'webhook-signature': 'v1,AAAA ' + signature }, SECRET),
  shouted: await why(bytes, Object.fromEntries(Object.entries(headers).map(([k, v]) => [k.toUpperCase(), v])), SECRET),
  changed: await why(delivery.body + ' ', headers, SECRET),
  foreign: await why(bytes, headers, 'whsec_' + btoa('x'.repeat(32))),
  unsigned: await why(bytes, { ...headers, 'webhook-signature': '' }, SECRET),
  empty: await why(bytes, headers, ''),
  noBase64: await why(bytes, headers, 'whsec_%'),
  other: await why(bytes, { ...headers, 'webhook-id': 'other' }, SECRET),
  old: await why(bytes, headers, SECRET, Date.now() + 400_000),
  early: await why(bytes, headers, SECRET, Date.now() - 400_000),
  timeless: await why(bytes, { ...headers, 'webhook-timestamp': '' }, SECRET),
}
process.stdout.write(JSON.stringify(seen))
`

beforeAll(async () => {
  await run('npm', ['run', '--silent', 'build:client'], { cwd: projectRoot })
  const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }')
  const tarball = join(projectRoot, 'dist', `kontor-client-${version}.tgz`)
  // No registry, and no cache that would stand in for one.
  const offline = { npm_config_cache: join(folder, '.npm'), npm_config_registry: 'http://127.0.0.1:9' }
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { env: offline })
}, 180_000)

test('what is installed is the client with what it needs, and nothing of this installation', () => {
  const modules = join(folder, 'node_modules')
  expect(readdirSync(modules).filter((name) => !name.startsWith('.'))).toEqual(['@kontor'])
  const installed = join(modules, '@kontor/client')
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  expect(manifest).toMatchObject({ name: '@kontor/client', type: 'module', license: 'MIT' })
  expect(manifest.scripts).toBe(undefined)
  for (const name of readdirSync(join(installed, 'dist')).filter((name) => name.endsWith('.js')))
    expect(readFileSync(join(installed, 'dist', name), 'utf8'), name).not.toMatch(
      /process\.|node:|require\(|127\.0\.0\.1/,
    )
})

test('a program against it type-checks, and one that is wrong does not', async () => {
  writeFileSync(join(folder, 'program.ts'), program)
  expect(await compiled('program.ts')).toBe('')
  const wrong = {
    "await kontor.GET('/clientes')": /TS\d+/,
    "await kontor.POST('/clients', { body: { nam: 'x' } })": /nam/,
    "(await kontor.GET('/clients')).data?.clients[0]?.nam": /nam/,
    "(await kontor.GET('/me')).error?.error === 'no_such_token'": /no overlap/,
  }
  const begins =
    "import { createKontor } from '@kontor/client'\nconst kontor = createKontor({ baseUrl: '', token: '' })\n"
  for (const [line, why] of Object.entries(wrong)) {
    writeFileSync(join(folder, 'wrong.ts'), `${begins}export const x = ${line}\n`)
    await expect(compiled('wrong.ts'), line).rejects.toThrow(why)
  }
}, 120_000)

test('the examples of its README type-check', async () => {
  const readme = readFileSync(join(folder, 'node_modules/@kontor/client/README.md'), 'utf8')
  const blocks = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code ?? '')
  expect(blocks.length).toBeGreaterThan(3)
  const node = 'declare const process: { env: Record<string, string | undefined> }\n'
  mkdirSync(join(folder, 'readme'), { recursive: true })
  writeFileSync(join(folder, 'readme/ask.ts'), node + blocks.slice(0, -1).join('\n'))
  writeFileSync(join(folder, 'readme/receive.ts'), node + blocks.at(-1))
  expect(await compiled('readme/ask.ts')).toBe('')
  expect(await compiled('readme/receive.ts')).toBe('')
}, 60_000)

test('it asks a running service, and takes a delivery that was really made', async () => {
  const hook = await startTlsReceiver()
  hook.answer({ status: 204 })
  const { app, stop } = await startApp({ env: { WEBHOOK_ALLOW_PRIVATE_CIDRS: '127.0.0.0/8,::1/128' } })
  try {
    await app.work()
    const at = await openHouse(app)
    const { secret } = await subscribe(at, hook.url, ['client.created'])
    await at.owner.rest('POST', '/clients', { name: 'Weber GmbH' })
    const delivered = await until(
      async () => hook.all[0],
      (first) => first !== undefined,
    )
    const DELIVERY = JSON.stringify({ headers: delivered?.headers, body: delivered?.body.toString() })
    const env = { BASE: await listen(app), TOKEN: at.owner.token, SECRET: secret, DELIVERY }
    expect(JSON.parse(await run(process.execPath, ['program.js'], { env }))).toEqual({
      repeated: [true, 'true'],
      listed: ['Müller & Söhne'],
      refused: ['validation_failed', 'name', expect.stringMatching(/\p{L}/u)],
      thrown: [true, 'validation_failed', 422, 'name', 'string'],
      unauthorized: 'unauthorized',
      changed: 'Hamburg',
      late: 'precondition_failed',
      gone: 404,
      event: 'Weber GmbH',
      ...{
        files: [201, 201],
        zip: true,
        text: true,
        elsewhere: [true, false],
        inApi: 200,
        page: true,
        ping: expect.any(Number),
      },
      verified: {
        ...{ bytes: 'taken', rotated: 'taken', shouted: 'taken' },
        ...{ changed: 'refused', foreign: 'refused', unsigned: 'refused', other: 'refused' },
        ...{
          empty: expect.stringMatching(/^Error: The secret/),
          noBase64: expect.stringMatching(/^Error: The secret/),
        },
        ...{ old: 'refused', early: 'refused', timeless: 'refused' },
      },
    })
  } finally {
    await stop()
    await hook.close()
  }
}, 60_000)

test('a browser takes it, in a few kilobytes', async () => {
  const entry = "export * from '@kontor/client'; export * from '@kontor/client/webhooks'"
  const { outputFiles } = await build({
    ...{ bundle: true, minify: true, platform: 'browser', format: 'esm', write: false },
    stdin: { contents: entry, resolveDir: folder },
  })
  expect(gzipSync(outputFiles[0]?.contents ?? '').length).toBeLessThan(6000)
})
