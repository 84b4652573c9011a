import { existsSync, mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createPool } from '#core/database/connection'
import { createKeyRingReader, createSecrets, type Secrets } from '#core/runtime/secret-key'
import { sealedColumns } from '#features/platform/installation/reencrypt-secrets'
import { createDatabase } from '../harness/cluster.ts'
import { runProgramToEnd, startCommand } from '../harness/process.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'kontor-rotate-'))
const previousFile = join(dataDir, 'secret.key.previous')
let database: { url: string; drop(): Promise<void> }
let system: Pool
/** As a service has it that was started before the rotation. */
let running: Secrets

beforeAll(async () => {
  database = await createDatabase(inject('cluster'), inject('template'))
  system = createPool(database.url, 'system', 2)
  running = createSecrets(createKeyRingReader({ secretKey: null, dataDir }))
}, 120_000)
afterAll(async () => {
  await system.end()
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

const settings = (more: NodeJS.ProcessEnv = {}) => ({ DATA_DIR: dataDir, DATABASE_URL: database.url, ...more })
const kontor = (args: string[], more?: NodeJS.ProcessEnv) => runProgramToEnd('kontor.js', args, settings(more))

/** An organization with something in every column that is encrypted; 120 webhooks, so that there are several batches. */
async function fill(name: string) {
  const email = `${name.toLowerCase()}@example.com`
  const { stdout } = await kontor(['org', 'create', '--name', name, '--email', email, '--json'])
  const { organization_id: organization, user_id: member } = JSON.parse(stdout)
  const insert = (text: string, ...values: unknown[]) => system.query(text, [organization, ...values])
  for (let each = 0; each < 120; each++)
    await insert(
      `insert into webhooks (organization_id, id, created_at, updated_at, created_by, url, events, sealed_secret, previous_sealed_secret)
       values ($1, gen_random_uuid(), now(), now(), $2, 'https://example.com', '{invoice.created}', $3, $4)`,
      ...[member, running.seal(`webhook ${each}`, 'webhook'), running.seal(`before ${each}`, 'webhook')],
    )
  await insert(
    'insert into totp_secrets (organization_id, member_id, sealed_secret, last_step) values ($1, $2, $3, 0)',
    ...[member, running.seal('totp', 'totp secret')],
  )
  await insert(
    `insert into calendar_connections (organization_id, id, created_at, updated_at, user_id, url, username, sealed_password, calendars, next_sync_at)
     values ($1, gen_random_uuid(), now(), now(), $2, 'https://example.com', 'me', $3, '[]', now())`,
    ...[member, running.seal('password', 'calendar connection')],
  )
  await insert(
    `with event as (
       insert into calendar_events (organization_id, id, created_at, updated_at, start_time, end_time, span_start, lasting, title, timezone, uid)
       values ($1, gen_random_uuid(), now(), now(), now(), now() + interval '1 hour', now(), false, 'Termin', 'UTC', gen_random_uuid()::text) returning id)
     insert into calendar_attendees (organization_id, event_id, email, answer, link_hash, link)
       select $1, id, 'guest@example.com', 'needs_action', '\\x01', $2 from event`,
    running.seal('link', 'calendar link'),
  )
  await insert(
    `insert into mails (organization_id, id, created_at, updated_at, sender, kind, subject, body_text, body_html, recipients, sealed)
     values ($1, gen_random_uuid(), now(), now(), 'Kontor', 'test', 'Test', '', '', '{guest@example.com}', $2)`,
    running.seal('mail', 'mail'),
  )
  await insert(
    'insert into recovery_codes (organization_id, member_id, hash, key_id) values ($1, $2, $3, null)',
    ...[member, running.sign(`${member} code`, 'recovery code')],
  )
  return organization as string
}

/** What is stored, opened; throws where something does not open. */
async function readAll(secrets: Secrets) {
  const texts: string[] = []
  for (const { table, column, purpose } of sealedColumns) {
    const { rows } = await system.query(`select ${column} as sealed from ${table} where ${column} is not null`)
    texts.push(...rows.map(({ sealed }) => secrets.open(sealed, purpose)))
  }
  return texts.sort()
}

describe('kontor rotate-key', { timeout: 180_000 }, () => {
  test('covers every encrypted column; others are hashes or public', async () => {
    const { rows } = await system.query<{ name: string }>(
      `select distinct table_name || '.' || column_name as name from information_schema.columns
         join pg_class on relname = table_name and not relispartition
       where table_schema = 'public' and data_type = 'bytea'`,
    )
    const rotated = new Set<string>(sealedColumns.map(({ table, column }) => `${table}.${column}`))
    const others = rows.map(({ name }) => name).filter((name) => !rotated.has(name) && !/hash$|digest$/.test(name))
    expect(others.sort()).toEqual([
      ...['idempotency_keys.body', 'idempotency_keys.fingerprint', 'live_updates.data'],
      ...['passkeys.public_key', 'recovery_codes.key_id', 'signatures.image'],
    ])
  })

  test('re-encrypts while the service runs, also when it is killed and run again', async () => {
    const organizations = [await fill('Acme'), await fill('Beta')]
    const stored = await readAll(running)
    // The last webhook of the second organization is held, so that the command waits in the middle of its work.
    const holder = await system.connect()
    await holder.query('begin')
    await holder.query(
      `select from webhooks where organization_id = (select max(id::text)::uuid from organizations where id = any($1::uuid[])) order by id desc limit 1 for update`,
      [organizations],
    )
    const oldId = running.keyId()
    const command = startCommand(['rotate-key'], 'never printed', settings())
    command.ready.catch(() => {})
    await expect
      .poll(
        async () =>
          (
            await system.query(
              `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
            )
          ).rowCount,
        {
          timeout: 60_000,
        },
      )
      .toBe(1)
    await command.kill()
    await holder.query('rollback')
    holder.release()
    const isNew = (sealed: Buffer) => sealed.subarray(0, 8).equals(running.keyId())
    const halves = await system.query(
      'select sealed_secret as sealed from webhooks union all select previous_sealed_secret from webhooks',
    )
    expect(new Set(halves.rows.map(({ sealed }) => isNew(sealed)))).toEqual(new Set([true, false]))
    expect(running.keyId()).not.toEqual(oldId)
    expect(await readAll(running)).toEqual(stored)

    const again = await kontor(['rotate-key', '--json'])
    expect(again.stderr).not.toContain('Error')
    expect(JSON.parse(again.stdout)).toMatchObject({
      is_begun: false,
      unreadable: 0,
      members_with_old_recovery_codes: 2,
    })
    expect(await readAll(running)).toEqual(stored)
    for (const { table, column } of sealedColumns)
      for (const { sealed } of (await system.query(`select ${column} as sealed from ${table}`)).rows)
        expect(isNew(sealed), `${table}.${column}`).toBe(true)
    expect(JSON.parse((await kontor(['rotate-key', '--json'])).stdout)).toMatchObject({ is_begun: false, encrypted: 0 })
    expect((await kontor(['doctor'])).stdout).toContain(
      'the previous key is needed by 0 stored secrets and the recovery codes of 2 members',
    )

    const kept = await kontor(['rotate-key', '--drop-previous'])
    expect([kept.code, kept.stderr]).toEqual([1, expect.stringContaining('recovery codes of 2 members need it')])
    expect(kept.stderr).toContain('links in mails need it for 7 more days')
    expect(existsSync(previousFile)).toBe(true)

    await system.query('delete from recovery_codes')
    const weekAgo = new Date(Date.now() - 8 * 86_400_000)
    utimesSync(join(dataDir, 'secret.key'), weekAgo, weekAgo)
    const dropped = await kontor(['rotate-key', '--drop-previous', '--json'])
    expect([dropped.code, JSON.parse(dropped.stdout)]).toEqual([0, { encrypted: 0, is_dropped: true }])
    expect(existsSync(previousFile)).toBe(false)
    expect(await readAll(createSecrets(createKeyRingReader({ secretKey: null, dataDir })))).toEqual(stored)
    const nothing = await kontor(['rotate-key', '--drop-previous'])
    expect([nothing.code, nothing.stderr]).toEqual([1, expect.stringContaining('There is no previous key')])
  })

  test('explains SECRET_KEY, and keeps values that no key decrypts', async () => {
    const [first, second] = ['the first of the keys', 'the second of the keys']
    const refused = await kontor(['rotate-key'], { SECRET_KEY: first })
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('SECRET_KEY_PREVIOUS')])
    // All that is stored was encrypted with the key of the file.
    const { rows } = await system.query('select count(*)::int as count from webhooks')
    const both = { SECRET_KEY: second, SECRET_KEY_PREVIOUS: first }
    const rotated = JSON.parse((await kontor(['rotate-key', '--json'], both)).stdout)
    expect(rotated).toMatchObject({ encrypted: 0 })
    expect(rotated.unreadable).toBeGreaterThan(rows[0].count)
    const kept = await kontor(['rotate-key', '--drop-previous'], both)
    expect([kept.code, kept.stderr]).toEqual([1, expect.stringContaining('open with neither key')])
    const dropped = await kontor(['rotate-key', '--drop-previous', '--force'], both)
    expect([dropped.code, dropped.stdout]).toEqual([0, expect.stringContaining('Unset SECRET_KEY_PREVIOUS')])
    expect(await readAll(createSecrets(createKeyRingReader({ secretKey: null, dataDir })))).toHaveLength(
      rotated.unreadable,
    )
  })
})
