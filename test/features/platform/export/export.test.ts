import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { describe, expect, test, vi } from 'vitest'
import { operateAsSystem } from '#core/operation/operation'
import { prepareOperatorExport, streamExport } from '#features/platform/export/export-organization'
import { exportedTables, omittedTables } from '#features/platform/export/exported-tables'
import { createFixtures } from '../../../harness/fixtures.ts'
import { house, openHouse, type Person } from '../../../harness/house.ts'
import { unzip } from '../../../harness/unzip.ts'
import { makeSynced } from '../../calendar/synced.ts'
import { upload } from '../../content/files/upload.ts'

// All that an organization has, as a file of its own: nothing of another, and nothing that lets somebody in.

const at = house()

/** The rows of a table in an export. */
const rowsOf = (files: Map<string, Buffer>, table: string): Record<string, unknown>[] =>
  String(files.get(`tables/${table}.jsonl`))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

const exported = async (by = at) => {
  const { status, raw, headers } = await by.owner.rest('GET', '/organization/export')
  expect([status, headers['content-type']]).toEqual([200, 'application/zip'])
  return unzip(raw)
}

/** An event with all that it may have, as it came from another calendar. */
async function synced(who: Person) {
  const { body } = await who.rest('POST', '/calendar/events', {
    ...{ title: 'Onkologie', description: 'Befund', location: 'Charité', recurrence: 'FREQ=WEEKLY;COUNT=3' },
    ...{
      start_time: '2031-06-10T09:00:00Z',
      end_time: '2031-06-10T10:00:00Z',
      attendee_emails: ['arzt@praxis.example'],
    },
  })
  await makeSynced(at, body.id)
  await at.app.system.query(
    `insert into calendar_occurrences (organization_id, event_id, occurrence_start, changes)
     values ($1, $2, '2031-06-17T09:00:00Z', '{"title": "Onkologie"}')`,
    [at.organizationId, body.id],
  )
  await at.app.system.query("update mails set kind = 'calendar_reminder' where subject_id = $1", [body.id])
  return body.id as string
}

describe('an export', () => {
  test('has every row of each table, and the bytes of files and archived documents', async () => {
    await createFixtures(at).all()
    const { body: client } = await at.owner.rest('POST', '/clients', { name: 'Müller & Söhne "GmbH"' })
    const files = await exported()
    expect([...files.keys()].filter((name) => name.startsWith('tables/'))).toEqual(
      Object.keys(exportedTables).map((table) => `tables/${table}.jsonl`),
    )
    expect(rowsOf(files, 'clients').find(({ id }) => id === client.id)).toMatchObject({ name: client.name })
    for (const table of Object.keys(exportedTables)) {
      const column = table === 'organizations' ? 'id' : 'organization_id'
      const { rows } = await at.app.system.query<{ count: number }>(
        `select count(*)::int as count from ${table} where ${column} = $1`,
        [at.organizationId],
      )
      // The audit log tells of the export itself before it is made.
      expect([table, rowsOf(files, table).length]).toEqual([table, rows[0]?.count])
    }
    for (const { id, sha256 } of rowsOf(files, 'files')) {
      const [name = ''] = [...files.keys()].filter((each) => each.startsWith(`files/${id}/`))
      const bytes = files.get(name) ?? ''
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
    }
    expect(rowsOf(files, 'files')).not.toEqual([])
    for (const { pdf_sha256: pdf } of rowsOf(files, 'archived_documents'))
      expect(files.get(`documents/${pdf}.pdf`)?.subarray(0, 5).toString()).toBe('%PDF-')
    expect(files.has('missing.json')).toBe(false)
    expect(JSON.parse(String(files.get('kontor.json')))).toMatchObject({
      ...{ format: 2, schema: 'export-v2.schema.json', organization_id: at.organizationId },
      left_out: { columns: { members: ['password_hash'] } },
    })
    const { files: checksums } = JSON.parse(String(files.get('checksums.json')))
    expect(Object.keys(checksums)).toEqual([...files.keys()].filter((name) => name !== 'checksums.json'))
    for (const [name, bytes] of files)
      if (name !== 'checksums.json')
        expect([name, checksums[name]]).toEqual([
          name,
          { sha256: createHash('sha256').update(bytes).digest('hex'), size_bytes: bytes.length },
        ])
  }, 60_000)
  test('goes on where a page of rows ends', async () => {
    const other = await openHouse(at.app)
    await at.app.system.query(
      `insert into tags (organization_id, id, created_at, updated_at, name, color)
       select $1, gen_random_uuid(), now(), now(), 'Tag ' || n, '#112233' from generate_series(1, 1203) n`,
      [other.organizationId],
    )
    const tags = rowsOf(await exported(other), 'tags')
    expect([tags.length, new Set(tags.map(({ id }) => id)).size]).toEqual([1203, 1203])
  })
  test('that fails ends with an entry that says so, and is told to the owner', async () => {
    const other = await openHouse(at.app)
    const { body: uploaded } = await upload(other, 'owner', { file: ['a', 'a.txt'] })
    const broken = async function* () {
      yield Buffer.from('a')
      throw new Error('The storage broke off.')
    }
    const get = vi.spyOn(at.app.services.storage, 'get').mockImplementation(async () => Readable.from(broken()))
    const files = await exported(other).finally(() => get.mockRestore())
    expect(JSON.parse(String(files.get('incomplete.json')))).toMatchObject({
      file: `files/${uploaded.id}/a.txt`,
    })
    expect(files.has('checksums.json')).toBe(false)
    expect([...files.keys()].at(-1)).toBe('incomplete.json')
    const { rows } = await at.app.system.query(
      "select kind, subject from mails where organization_id = $1 and kind = 'export_failed'",
      [other.organizationId],
    )
    expect(rows).toEqual([{ kind: 'export_failed', subject: 'Der Export Ihrer Organisation ist unvollständig' }])
    await expect.poll(() => other.owner.rest('GET', '/organization/export').then(({ status }) => status)).toBe(200)
  })
  test('asks its reader for a pace once the tables are read, whose reading sends nothing', async () => {
    const { services } = at.app
    const prepared = await operateAsSystem(services, at.organizationId, async (context) =>
      prepareOperatorExport(context),
    )
    const happened: string[] = []
    const zip = await streamExport(services, prepared, { onSpooled: () => happened.push('spooled') })
    for await (const bytes of zip) {
      const names = String(bytes).match(/kontor\.json|tables\/organizations\.jsonl/g) ?? []
      if (!happened.includes('checksums')) happened.push(...names)
      if (String(bytes).includes('checksums.json')) happened.push('checksums')
    }
    expect(happened.slice(0, 3)).toEqual(['kontor.json', 'spooled', 'tables/organizations.jsonl'])
  })
  test('is of one organization', async () => {
    const other = await openHouse(at.app)
    const name = `Fremd ${randomUUID()}`
    await other.owner.rest('POST', '/clients', { name })
    const everything = Buffer.concat([...(await exported()).values()]).toString('latin1')
    expect(everything).not.toContain(name)
    expect(everything).not.toContain(other.organizationId)
  })
  test('shows of a synced event that its member is busy, and all of it to that member alone', async () => {
    const id = await synced(at.member)
    const files = await exported()
    expect(rowsOf(files, 'calendar_events').find((row) => row.id === id)).toMatchObject({
      ...{ title: 'Belegt', description: null, location: null },
      start_time: expect.stringMatching('2031-06-10T09:00:00'),
    })
    const tables = [...files].flatMap(([name, bytes]) => (name.startsWith('tables/calendar') ? [String(bytes)] : []))
    expect(tables.join()).not.toMatch(/Onkologie|Befund|Charité|arzt@/)
    // Of an event that is gone nobody can tell any more.
    expect(rowsOf(files, 'mails').flatMap(({ subject_id, subject }) => (subject_id === id ? [subject] : []))).toEqual([
      'Belegt',
    ])
    await at.app.system.query('delete from calendar_events where id = $1', [id])
    expect(JSON.stringify(rowsOf(await exported(), 'mails'))).not.toContain('Onkologie')
    const own = await synced(at.owner)
    expect(rowsOf(await exported(), 'calendar_events').find((row) => row.id === own)).toMatchObject({
      title: 'Onkologie',
    })
  })
  test('names what the storage does not have', async () => {
    const other = await openHouse(at.app)
    const id = randomUUID()
    await at.app.system.query(
      `insert into files (organization_id, id, created_at, updated_at, name, size_bytes, content_type, sha256, uploaded_by, preview)
       values ($1, $2, now(), now(), '../a:b.txt', 1, 'text/plain', $3, $4, 'none')`,
      [other.organizationId, id, 'a'.repeat(64), other.owner.id],
    )
    expect(JSON.parse(String((await exported(other)).get('missing.json')))).toEqual([`files/${id}/.._a_b.txt`])
  })
  test('stands in the audit log, and is for owners', async () => {
    const { body } = await at.owner.rest('GET', '/audit-log?action=organization.exported&per_page=1')
    expect(body.entries[0]).toMatchObject({ actor: { id: at.owner.id }, resource_id: at.organizationId })
    for (const who of ['admin', 'accountant', 'auditor', 'member', 'viewer'] as const)
      expect((await at[who].rest('GET', '/organization/export')).status).toBe(403)
    const { data } = await at.owner.graphql('{ organizationExport { exportUrl } }')
    const { pathname, search } = new URL(data.organizationExport.exportUrl)
    const signed = await at.app.server.inject({ url: pathname + search })
    expect([signed.statusCode, signed.headers['content-disposition']]).toEqual([
      200,
      expect.stringMatching(/^attachment; filename="kontor_[\d-]{10}\.zip"$/),
    ])
  })
  test('is one at a time', async () => {
    const other = await openHouse(at.app)
    const [one, two] = await Promise.all([1, 2].map(() => other.owner.rest('GET', '/organization/export')))
    expect([one?.status, two?.status].sort()).toEqual([200, 409])
    expect((await other.owner.rest('GET', '/organization/export')).status).toBe(200)
  })
})

describe('the list of tables', () => {
  test('has each table after those that its rows refer to', async () => {
    const { rows } = await at.app.system.query<{ table: string; to: string; columns: string[] }>(
      `select c.relname as table, r.relname as to, array_agg(a.attname::text) as columns
       from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class r on r.oid = k.confrelid
         join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
       where k.contype = 'f' and k.conparentid = 0 and k.connamespace = 'public'::regnamespace
       group by k.oid, c.relname, r.relname`,
    )
    const places = Object.keys(exportedTables)
    const placeOf = (table: string) => places.indexOf(table)
    for (const { table, to, columns } of rows.filter(({ table, to }) => exportedTables[table] && exportedTables[to])) {
      const [later] = columns.flatMap((column) => exportedTables[table]?.deferredReferences?.[column] ?? [])
      if (later)
        expect([table, columns, placeOf(later)]).toEqual([table, columns, Math.max(placeOf(table), placeOf(to))])
      else expect([table, columns, placeOf(table) > placeOf(to)]).toEqual([table, columns, true])
    }
  })
  test('has each table of an organization, or says why not', async () => {
    const { rows } = await at.app.system.query<{ name: string }>(
      `select c.relname as name from pg_class c
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relrowsecurity order by 1`,
    )
    const known = [...Object.keys(exportedTables), ...Object.keys(omittedTables)]
    expect(new Set(known).size).toBe(known.length)
    expect(known.sort()).toEqual(rows.map(({ name }) => name).sort())
  })
  test('leaves out what is sealed, hashed or a password', async () => {
    const { rows } = await at.app.system.query<{ table: string; column: string }>(
      `select table_name as table, column_name as column from information_schema.columns
       where table_schema = 'public' and (data_type = 'bytea' or column_name ~ 'password|secret|token')`,
    )
    const harmless = [
      'audit_entries.previous_hash',
      'audit_entries.hash',
      'signatures.image',
      'shares.password_protected',
      'webhooks.previous_secret_until',
    ]
    const shown = rows.filter(
      ({ table, column }) => exportedTables[table] && !exportedTables[table].omittedColumns.includes(column),
    )
    expect(shown.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(harmless.sort())
  })
})
