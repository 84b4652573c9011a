import { mkdirSync, mkdtempSync, realpathSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { detectIsolation } from '#core/threads/isolation'
import { checks } from '#features/platform/installation/checks'
import { isolationNotices } from '#features/platform/installation/checks.messages'
import { readConfig } from '../../../../src/config.ts'
import { type House, openHouse, startApp } from '../../../harness/house.ts'

// What `kontor doctor` finds, for owners: all of it where they alone are here, without what the installation keeps to itself
// where others are.

interface Check {
  name: string
  title: string
  state: 'ok' | 'notice' | 'failed'
  message: string
  remedy: string | null
  detail: string | null
}

const env = {
  SMTP_URL: 'smtp://kontor:geheim@127.0.0.1:1',
  ASSISTANT_BASE_URL: 'http://wer:geheim@127.0.0.1:1/v1',
  ASSISTANT_MODEL: 'none',
}
let alone: House
let stop: () => Promise<void>
beforeAll(async () => {
  const started = await startApp({ env })
  stop = started.stop
  alone = await openHouse(started.app)
})
afterAll(() => stop())

const look = async (at: House, language = 'de') => {
  const { status, body } = await at.owner.rest('GET', '/installation/checks', undefined, {
    'accept-language': language,
  })
  expect(status, JSON.stringify(body)).toBe(200)
  return body as { checks: Check[]; total: number; shared: boolean; checked_at: string }
}
const named = ({ checks }: { checks: Check[] }, name: string) => checks.find((check) => check.name === name)

describe('of an installation with one organization', () => {
  test('each part is told with its state, in words, and with what to do', async () => {
    const found = await look(alone)
    expect(found.checks.map(({ name }) => name)).toEqual([
      ...[
        'settings',
        'node',
        'memory',
        'database',
        'audit log',
        'servers',
        'secret key',
        'storage',
        'disk',
        'backup',
        'quotas',
        'mail',
        'base rate',
      ],
      ...['assistant', 'seal', 'previews'],
    ])
    expect(found).toMatchObject({ total: 16, shared: false })
    expect(named(found, 'database')).toMatchObject({
      ...{ title: 'Datenbank', state: 'ok', message: 'Sie antwortet und ist auf dem aktuellen Stand.', remedy: null },
      detail: expect.stringMatching(/^PostgreSQL \d+, current, 1 organization, [\d,]+ MB \(\S+ \d+ MB, .*\)$/),
    })
    expect(named(found, 'previews')).toMatchObject(
      isolationNotices[await detectIsolation()] ? { state: 'notice' } : { state: 'ok', remedy: null },
    )
    expect(named(found, 'mail')).toMatchObject({ state: 'failed', remedy: 'Prüfen Sie SMTP_URL oder POSTMARK_TOKEN.' })
    expect(named(await look(alone, 'en'), 'mail')).toMatchObject({ remedy: 'Check SMTP_URL or POSTMARK_TOKEN.' })
  })
  test('no name and no password of an address is told', async () => {
    const found = await look(alone)
    expect(named(found, 'assistant')?.detail).toContain('nothing answers at http://127.0.0.1:1/v1')
    expect(JSON.stringify(found)).not.toContain('geheim')
  })
  test('whoever asks often is told what was found before', async () => {
    expect((await look(alone)).checked_at).toBe((await look(alone)).checked_at)
  })
  test('is for owners', async () => {
    for (const who of ['admin', 'accountant', 'auditor', 'member', 'viewer'] as const)
      expect((await alone[who].rest('GET', '/installation/checks')).status).toBe(403)
  })
})

test('a log that was changed from outside is told to its owner', async () => {
  const { app, stop: end } = await startApp()
  const at = await openHouse(app)
  expect(named(await look(at), 'mail')).toMatchObject({ state: 'notice', message: expect.stringContaining('Datei') })
  expect(named(await look(at), 'audit log')).toMatchObject({
    state: 'ok',
    detail: expect.stringMatching(/^\d+ entries$/),
  })
  await app.system.query(`update audit_entries set actor_name = 'Niemand' where organization_id = $1`, [
    at.organizationId,
  ])
  expect(named(await look(at), 'audit log')).toMatchObject({
    state: 'failed',
    detail: expect.stringContaining('is broken at entry'),
  })
  await end()
})

test('of several organizations none is told more than whether a part works', async () => {
  const { app, stop: end } = await startApp({ env })
  const at = await openHouse(app)
  await openHouse(app)
  const found = await look(at)
  expect(found.shared).toBe(true)
  const parts = found.checks.filter(({ name }) => name !== 'audit log')
  expect(parts.map(({ detail }) => detail)).toEqual(parts.map(() => null))
  expect(named(found, 'mail')).toMatchObject({
    state: 'failed',
    remedy: 'Wer Kontor betreibt, kann das beheben.',
  })
  expect(JSON.stringify(found)).not.toMatch(/SMTP_URL|DATA_DIR|127\.0\.0\.1/)
  await end()
})

test('the embedded database is named with its place, in DATA_DIR or outside it', async () => {
  const find = (dataDir: string) =>
    checks.database({
      config: readConfig({ DATA_DIR: dataDir }),
      clock: alone.app.services.clock,
      system: (work) => work(alone.app.system),
    })
  const [inside, linked, elsewhere] = [1, 2, 3].map(() => realpathSync(mkdtempSync(join(tmpdir(), 'kontor-')))) as [
    string,
    string,
    string,
  ]
  mkdirSync(join(inside, 'postgres'))
  symlinkSync(elsewhere, join(linked, 'postgres'))
  expect(await find(inside)).toMatch(new RegExp(`, in ${inside}/postgres$`))
  expect(await find(linked)).toMatch(new RegExp(`, in ${elsewhere}, outside DATA_DIR$`))
})
