import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { projectRoot } from '#core/runtime/project-root'
import type { KontorEvent } from '#schema/events'
import { catalogue } from '../../src/events.ts'
import { subscribe, until } from '../features/platform/webhooks/subscriber.ts'
import { type House, openHouse, startApp } from '../harness/house.ts'
import { type ReceivedRequest, startTlsReceiver, type TlsReceiver } from '../peers/tls-receiver.ts'

const page = readFileSync(join(projectRoot, 'docs/webhooks.md'), 'utf8')
const build = mkdtempSync(join(tmpdir(), 'kontor-sample-'))

interface Sample {
  file: string
  language: string
  /** The program that must be installed, and how it is asked whether it is. */
  runtime: [string, ...string[]]
  /** What runs the sample; made once, before. */
  command: [string, ...string[]]
  prepare?: [string, ...string[]]
}

const samples: Sample[] = [
  { file: 'verify.ts', language: 'ts', runtime: ['node', '--version'], command: [process.execPath, 'verify.ts'] },
  { file: 'verify.py', language: 'python', runtime: ['python3', '--version'], command: ['python3', 'verify.py'] },
  {
    file: 'verify.go',
    language: 'go',
    runtime: ['go', 'version'],
    // Without optimizing: the standard library is compiled, too, where it never was.
    prepare: ['go', 'build', '-gcflags=all=-N -l', '-o', join(build, 'verify'), 'verify.go'],
    command: [join(build, 'verify')],
  },
  { file: 'verify.php', language: 'php', runtime: ['php', '--version'], command: ['php', 'verify.php'] },
]

const run = ([program, ...args]: readonly [string, ...string[]], options: object = {}) =>
  spawnSync(program, args, {
    cwd: join(projectRoot, 'docs/webhooks'),
    encoding: 'utf8',
    timeout: 120_000,
    env: { ...process.env, CGO_ENABLED: '0' },
    ...options,
  })

let hook: TlsReceiver
let stop: () => Promise<void>
let at: House
let received: ReceivedRequest
let secret = ''

beforeAll(async () => {
  hook = await startTlsReceiver()
  hook.answer({ status: 204 })
  const started = await startApp({ env: { WEBHOOK_ALLOW_PRIVATE_CIDRS: '127.0.0.0/8,::1/128' } })
  stop = started.stop
  await started.app.work()
  at = await openHouse(started.app)
  secret = (await subscribe(at, hook.url)).secret
  await at.owner.rest('POST', '/clients', { name: 'Müller & Söhne' })
  await until(
    async () => hook.all[0],
    (first) => first !== undefined,
  )
  received = hook.all[0] as ReceivedRequest
})
afterAll(async () => {
  await stop()
  await hook.close()
  rmSync(build, { recursive: true, force: true })
})

/** Puts the delivery before a sample, with what is changed of it. */
function ask(
  { command }: Sample,
  changed: { body?: Buffer; secret?: string; timestamp?: string; signature?: string } = {},
) {
  const { body = received.body, secret: key = secret, timestamp, signature } = changed
  const { status, stdout } = run(command, {
    input: body,
    env: {
      ...process.env,
      WEBHOOK_SECRET: key,
      WEBHOOK_ID: String(received.headers['webhook-id']),
      WEBHOOK_TIMESTAMP: timestamp ?? String(received.headers['webhook-timestamp']),
      WEBHOOK_SIGNATURE: signature ?? String(received.headers['webhook-signature']),
    },
  })
  return { accepted: status === 0, said: stdout.trim() }
}

const another = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

describe.each(samples)('$file', (sample) => {
  const [program] = sample.runtime
  const missing = run(sample.runtime).error ? `, skipped: ${program} is not installed here` : ''
  test.skipIf(missing)(
    `takes a real delivery, and nothing that was changed of it${missing}`,
    { timeout: 180_000 },
    () => {
      if (sample.prepare) expect(run(sample.prepare).status).toBe(0)
      const signature = String(received.headers['webhook-signature'])
      expect(ask(sample)).toEqual({ accepted: true, said: 'client.created' })
      expect(ask(sample, { signature: `v1,${Buffer.alloc(32).toString('base64')} ${signature}` }).accepted).toBe(true)
      expect(ask(sample, { body: Buffer.concat([received.body, Buffer.from(' ')]) }).accepted).toBe(false)
      expect(ask(sample, { secret: another }).accepted).toBe(false)
      expect(ask(sample, { signature: '' }).accepted).toBe(false)
      const earlier = Number(received.headers['webhook-timestamp'])
      expect(ask(sample, { timestamp: String(earlier - 1) }).accepted).toBe(false)
      expect(ask(sample, { timestamp: String(earlier - 3600) }).accepted).toBe(false)
    },
  )
  test('stands in the page as it is', () => {
    const code = readFileSync(join(projectRoot, 'docs/webhooks', sample.file), 'utf8')
    expect(page).toContain(`\`\`\`${sample.language}\n${code}\`\`\``)
  })
})

test('the page lists every event with its resource', () => {
  for (const [event, resource] of Object.entries(catalogue)) expect(page).toContain(`| \`${event}\` | ${resource} |`)
})

test('the typed union of events knows what each of them is about', () => {
  const event = JSON.parse(received.body.toString()) as KontorEvent
  switch (event.event) {
    case 'client.created': {
      const { name, archived }: { name: string; archived: boolean } = event.data
      expect([name, archived]).toEqual(['Müller & Söhne', false])
      break
    }
    case 'invoice.updated':
      expect.unreachable(`${event.data.total_cents.toFixed()} ${event.changes.join()}`)
      break
    default:
      expect.unreachable(event.event)
  }
  expect(Object.keys(event.data)).toEqual(fieldsOf('Client'))
})

/** The fields of a resource as the generated types name them. */
function fieldsOf(resource: string): string[] {
  const types = readFileSync(join(projectRoot, 'schema/events.ts'), 'utf8')
  const [, body = ''] = new RegExp(`export interface ${resource} \\{\n([^}]*)`).exec(types) ?? []
  return [...body.matchAll(/^ {2}(\w+):/gm)].map(([, name = '']) => name)
}
