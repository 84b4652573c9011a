import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { issueTokenByCommand } from '#core/access/issue-token-by-command'
import { Role } from '#core/access/policy'
import { createZip } from '#core/storage/zip'
import { createMemberByCommand } from '#features/people/members/create-member-by-command'
import { createOrganization } from '#features/people/organizations/create-organization'
import { importOrganization } from '#features/platform/export/import-organization'
import { importOrganizationArchive } from '../../../../src/cli/org-archive.ts'
import { createFixtures } from '../../../harness/fixtures.ts'
import { createPerson, house, type Person, startApp } from '../../../harness/house.ts'
import { unzip } from '../../../harness/unzip.ts'
import { makeSynced } from '../../calendar/synced.ts'

// Into another installation goes what was exported, whole or not at all, and nothing that belongs to anybody there.

type Files = Map<string, Buffer>
type Row = Record<string, unknown>

const at = house()
const folder = mkdtempSync(join(tmpdir(), 'kontor-import-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let target: Awaited<ReturnType<typeof startApp>>
/** An organization that is in the target already. */
let neighbour: Person
let exported: Files
let email = ''

beforeAll(async () => {
  target = await startApp()
  const made = await createOrganization(target.app.system, {
    name: 'Nachbar',
    email: `n-${randomUUID()}@kontor.example`,
  })
  neighbour = createPerson(target.app, made.organizationId, made.memberId, made.token)
  const things = await createFixtures(at).all()
  await at.owner.rest('PUT', `/projects/${things.project}`, { client_id: things.client })
  const { body: event } = await at.member.rest('POST', '/calendar/events', {
    ...{ title: 'Zahnarzt', start_time: '2031-06-10T09:00:00Z', end_time: '2031-06-10T10:00:00Z' },
    attendee_emails: ['praxis@arzt.example'],
  })
  await makeSynced(at, event.id)
  exported = unzip((await at.owner.rest('GET', '/organization/export')).raw)
  email = (await at.owner.rest('GET', '/me')).body.email
}, 120_000)
afterAll(() => target?.stop())

const rowsOf = (files: Files, table: string): Row[] =>
  String(files.get(`tables/${table}.jsonl`))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

/** The archive with rows of a table in the place of its own. */
const withRows = (table: string, change: (rows: Row[]) => unknown[], files: Files = exported): Files =>
  new Map(files).set(
    `tables/${table}.jsonl`,
    Buffer.from(
      change(rowsOf(files, table))
        .map((row) => `${typeof row === 'string' ? row : JSON.stringify(row)}\n`)
        .join(''),
    ),
  )
const withManifest = (change: (manifest: Row) => Row): Files =>
  new Map(exported).set(
    'kontor.json',
    Buffer.from(JSON.stringify(change(JSON.parse(String(exported.get('kontor.json')))))),
  )
const first = (rows: Row[], change: Row) => rows.map((row, index) => (index ? row : { ...row, ...change }))

/** Writes the files as an archive; its checksums fit unless they are left as they were. */
async function packed(files: Files, { checksums = true }: { checksums?: boolean } = {}): Promise<string> {
  const entries = [...files].filter(([name]) => name !== 'checksums.json')
  const last = checksums
    ? Buffer.from(
        JSON.stringify({
          files: Object.fromEntries(
            entries.map(([name, bytes]) => [
              name,
              { sha256: createHash('sha256').update(bytes).digest('hex'), size_bytes: bytes.length },
            ]),
          ),
        }),
      )
    : (files.get('checksums.json') as Buffer)
  const all = async function* () {
    for (const [name, content] of entries) yield { name, content }
    yield { name: 'checksums.json', content: last }
  }
  const file = join(folder, `${randomUUID()}.zip`)
  writeFileSync(file, await buffer(createZip(all(), new Date())))
  return file
}

const importFile = (file: string) => importOrganization(target.app.services, target.app.system, file)
const importFiles = async (files: Files, options?: { checksums?: boolean }) => importFile(await packed(files, options))

const inTarget = async (text: string, ...values: unknown[]) =>
  (await target.app.system.query(text, [at.organizationId, ...values])).rows

/** Keys that the target keeps of the organization. */
async function objects(): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of target.app.services.storage.walk('')) if (key.includes(at.organizationId)) keys.push(key)
  return keys
}

describe('an archive is refused', () => {
  const refusals: [string, () => Promise<unknown>, string | RegExp][] = [
    ['that is no ZIP', () => importFile(join(import.meta.dirname, 'import.test.ts')), 'is no archive'],
    ['that is not there', () => importFile(join(folder, 'nowhere.zip')), 'There is no file'],
    [
      'that is cut off',
      async () => {
        const file = await packed(exported)
        truncateSync(file, 10_000)
        return importFile(file)
      },
      'is no archive, or is damaged',
    ],
    [
      'that somebody has changed',
      () =>
        importFiles(
          withRows('clients', (rows) => first(rows, { name: 'Andere' })),
          { checksums: false },
        ),
      'tables/clients.jsonl is not what was exported',
    ],
    [
      'that lacks a file',
      () => {
        const [name = ''] = [...exported.keys()].filter((each) => each.startsWith('documents/'))
        return importFiles(new Map([...exported].filter(([each]) => each !== name)), { checksums: false })
      },
      /The archive lacks documents\/[0-9a-f]{64}\.pdf/,
    ],
    [
      'that lacks a document that its rows know',
      () => importFiles(new Map([...exported].filter(([name]) => !name.startsWith('documents/')))),
      /The archive lacks documents\//,
    ],
    [
      'whose document is another one',
      () => {
        const [name = ''] = [...exported.keys()].filter(
          (each) => each.endsWith('.pdf') && each.startsWith('documents/'),
        )
        return importFiles(new Map(exported).set(name, Buffer.from('%PDF-')))
      },
      'is not the file that its row knows',
    ],
    [
      'whose export broke off',
      () => importFiles(new Map(exported).set('incomplete.json', Buffer.from('{}'))),
      'The export broke off',
    ],
    [
      'with a file of another kind',
      () => importFiles(new Map(exported).set('files/run.sh', Buffer.from('x'))),
      'which no export of an organization has',
    ],
    [
      'with a document that no row knows',
      () => importFiles(new Map(exported).set(`documents/${'a'.repeat(64)}.pdf`, Buffer.from('x'))),
      'which no row knows',
    ],
    [
      'with a path that leads out of it',
      () => importFiles(new Map(exported).set(`files/${randomUUID()}/../../../secret.key`, Buffer.from('x'))),
      'invalid relative path',
    ],
    [
      'that becomes too large',
      async () => {
        const file = await packed(exported)
        const zip = await buffer((await import('node:fs')).createReadStream(file))
        // The size of the first entry, as the directory has it.
        zip.writeUInt32LE(0x7fffffff, zip.indexOf(Buffer.from('PK\x01\x02', 'latin1')) + 24)
        writeFileSync(file, zip)
        return importFile(file)
      },
      'becomes too large for its size',
    ],
    [
      'of a newer format',
      () => importFiles(withManifest((manifest) => ({ ...manifest, format: 3, version: '9.8.7' }))),
      /written by Kontor 9\.8\.7 \(format 3, .*which is newer than this one .* import it with Kontor 9\.8\.7 or later/,
    ],
    [
      'of a newer database',
      () =>
        importFiles(withManifest((manifest) => ({ ...manifest, migration: '9999-of-the-future', version: '9.8.7' }))),
      'import it with Kontor 9.8.7 or later',
    ],
    [
      'of the format before',
      () => importFiles(withManifest((manifest) => ({ ...manifest, format: 1 }))),
      'has format 1, which cannot be imported: export the organization again',
    ],
    [
      'without a manifest',
      () => importFiles(new Map([...exported].filter(([name]) => name !== 'kontor.json'))),
      'has no kontor.json',
    ],
    [
      'whose manifest names somewhere else',
      () => importFiles(withManifest((manifest) => ({ ...manifest, organization_id: '../../etc' }))),
      'kontor.json is not that of an export',
    ],
    [
      'with a table that no export has',
      () =>
        importFiles(
          withManifest((manifest) => ({ ...manifest, tables: { ...(manifest.tables as Row), tokens: ['hash'] } })),
        ),
      'not those of an organization: tokens',
    ],
    [
      'with a column that is left out of every export',
      () =>
        importFiles(
          withManifest((manifest) => {
            const tables = manifest.tables as Record<string, string[]>
            return { ...manifest, tables: { ...tables, members: [...(tables.members ?? []), 'password_hash'] } }
          }),
        ),
      'has columns of members that no export has: password_hash',
    ],
    [
      'with a line that is no row',
      () => importFiles(withRows('tags', (rows) => [...rows, '[1]'])),
      'has a line that is no row',
    ],
    [
      'with a value of another type',
      () => importFiles(withRows('invoices', (rows) => first(rows, { issue_date: 'gestern' }))),
      'tables/invoices.jsonl has a row that cannot be stored: invalid input syntax',
    ],
    [
      'with a value that the table does not take',
      () => importFiles(withRows('members', (rows) => first(rows, { role: 'root' }))),
      'violates check constraint',
    ],
    [
      'with a row twice',
      () => importFiles(withRows('clients', ([row = {}, ...rows]) => [row, row, ...rows])),
      'has a row twice',
    ],
    [
      'with a row of another organization',
      () => importFiles(withRows('clients', (rows) => first(rows, { organization_id: neighbour.organizationId }))),
      'has a row twice, or one of another organization',
    ],
    [
      'with a row that says its organization twice',
      () =>
        importFiles(
          withRows('clients', ([row = {}, ...rows]) => [
            `{"organization_id":"${at.organizationId}",${JSON.stringify({ ...row, organization_id: neighbour.organizationId }).slice(1)}`,
            ...rows,
          ]),
        ),
      'has a row twice, or one of another organization',
    ],
    [
      'that is another organization',
      () => importFiles(withManifest((manifest) => ({ ...manifest, organization_id: neighbour.organizationId }))),
      `The organization ${'{neighbour}'} is here already.`,
    ],
    [
      'with a reference to a row of another organization',
      async () => {
        const { body } = await neighbour.rest('POST', '/clients', { name: 'Nachbar' })
        return importFiles(withRows('projects', (rows) => first(rows, { client_id: body.id })))
      },
      'violates foreign key constraint',
    ],
    [
      'with the page of another organization',
      async () => {
        const { body } = await neighbour.rest('POST', '/pages', { title: 'Nachbar' })
        const renamed = withRows('pages', (rows) => [...rows, { ...rows[0], id: body.id }])
        return importFiles(renamed)
      },
      'has an id that another organization has here',
    ],
    [
      'whose member has the booking address of somebody here',
      async () => {
        const { body } = await neighbour.rest('GET', '/me')
        return importFiles(withRows('members', (rows) => first(rows, { slug: body.slug })))
      },
      'Booking addresses of members are taken here',
    ],
    [
      'whose audit log was changed',
      () => importFiles(withRows('audit_entries', (rows) => first(rows, { actor_name: 'Niemand' }))),
      'The audit log of the archive does not hold: the chain is broken at entry',
    ],
    [
      'whose audit log lacks an entry',
      () => importFiles(withRows('audit_entries', ([, ...rows]) => rows)),
      'The audit log of the archive does not hold',
    ],
    ['whose audit log is empty', () => importFiles(withRows('audit_entries', () => [])), 'does not hold: it is empty'],
  ]
  test.each(refusals)('%s, and nothing is left of it', async (_, attempt, words) => {
    const expected = words instanceof RegExp ? words : words.replace('{neighbour}', neighbour.organizationId)
    await expect(attempt()).rejects.toThrow(expected)
    expect(await inTarget('select id from organizations where id = $1')).toEqual([])
    expect(await inTarget('select id from clients where organization_id = $1')).toEqual([])
    expect(await objects()).toEqual([])
  })

  test('while another import of it is under way', async () => {
    const client = await target.app.system.connect()
    try {
      await client.query('begin')
      await client.query("select pg_advisory_xact_lock(hashtextextended('import ' || $1, 0))", [at.organizationId])
      await expect(importFiles(exported)).rejects.toThrow('is being imported already')
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})

describe('an import', () => {
  test('takes over no account, and names what is to be done', async () => {
    const password = 'ein langes Passwort 17'
    const other = await createOrganization(target.app.system, {
      name: 'Vorher',
      email: `o-${randomUUID()}@kontor.example`,
    })
    const account = await createMemberByCommand(target.app.system, {
      ...{ organizationId: other.organizationId, email, name: 'Vorher', role: Role.member, password },
    })
    const hashOf = async () =>
      (
        await target.app.system.query(
          'select password_hash as hash from members where organization_id = $1 and id = $2',
          [other.organizationId, account.memberId],
        )
      ).rows[0].hash
    const before = await hashOf()
    // What waits in the storage and is the same is no obstacle.
    const [name = ''] = [...exported.keys()].filter((each) => /^documents\/.*pdf$/.test(each))
    await target.app.services.storage.put(
      name.replace('documents/', `documents/${at.organizationId}/`),
      exported.get(name) as Buffer,
      'application/pdf',
    )

    const imported = await importFiles(exported)
    expect(await hashOf()).toBe(before)
    expect(imported.members.filter(({ isKnown }) => isKnown).map((member) => member.email)).toEqual([email])
    expect(imported.webhooks.length).toBeGreaterThan(0)
    expect(imported.shares).toBeGreaterThan(0)
    expect(imported.missing).toEqual([])
    const lacking = await inTarget('select id from members where organization_id = $1 and password_hash is not null')
    expect(lacking).toEqual([])
    for (const table of [
      'tokens',
      'passkeys',
      'totp_secrets',
      'recovery_codes',
      'calendar_connections',
      'calendar_feeds',
    ])
      expect(await inTarget(`select from ${table} where organization_id = $1`)).toEqual([])
    const signIn = await target.app.server.inject({
      ...{
        method: 'POST',
        url: '/graphql',
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      },
      payload: {
        query:
          'mutation ($email: String!, $password: String!, $organization: UUID) { signIn(email: $email, password: $password, organizationId: $organization) { signedIn organizations { id } } }',
        variables: { email, password, organization: at.organizationId },
      },
    })
    expect(signIn.json().errors[0].extensions.code).toBe('forbidden')
  })
  test('does not hand the installation to owners whose organization is older than those here', async () => {
    const editable = async ({ graphql }: Person) =>
      (await graphql('{ baseRates { editable } }')).data?.baseRates.editable
    const { rows } = await target.app.system.query('select id from organizations order by created_at limit 1')
    expect(rows[0].id).toBe(at.organizationId)
    const { organizationId } = at
    const { token } = await issueTokenByCommand(target.app.system, {
      organizationId,
      memberId: at.owner.id,
      name: 'Umzug',
    })
    const owner = createPerson(target.app, organizationId, at.owner.id, token)
    expect([await editable(neighbour), await editable(owner)]).toEqual([true, false])
  })
  test('sends nothing that the source sends', async () => {
    expect(await inTarget("select from mails where organization_id = $1 and status = 'queued'")).toEqual([])
    expect(await inTarget('select from webhooks where organization_id = $1 and active')).toEqual([])
    expect(await inTarget('select from shares where organization_id = $1 and not revoked')).toEqual([])
  })
  test('leaves synced events behind, which their calendar brings again', async () => {
    expect(rowsOf(exported, 'calendar_events').some(({ connection_id }) => connection_id !== null)).toBe(true)
    expect(
      await inTarget('select from calendar_events where organization_id = $1 and connection_id is not null'),
    ).toEqual([])
    expect((await inTarget('select from calendar_events where organization_id = $1')).length).toBeGreaterThan(0)
  })
  test('is made once', async () => {
    await expect(importFiles(exported)).rejects.toThrow(`The organization ${at.organizationId} is here already.`)
    expect((await objects()).length).toBeGreaterThan(0)
  })
  test('can go back to where it came from, once it is gone there, with the log of both', async () => {
    const { services } = target.app
    const { streamExport, prepareOperatorExport } = await import('#features/platform/export/export-organization')
    const { operateAsSystem } = await import('#core/operation/operation')
    const prepared = await operateAsSystem(services, at.organizationId, async (context) =>
      prepareOperatorExport(context),
    )
    const file = join(folder, 'back.zip')
    writeFileSync(file, await buffer(await streamExport(services, prepared)))
    const third = await startApp()
    const { body: me } = await at.owner.rest('GET', '/me')
    await createOrganization(third.app.system, { name: 'Dort', email: `${me.slug}@dort.example` })
    try {
      vi.stubEnv('DATA_DIR', third.directory)
      const { members, renamed } = await importOrganizationArchive(third.app.system, third.url, {
        ...{ from: file, invite: true, newSlugs: true },
      })
      expect(renamed).toEqual([
        expect.objectContaining({ from: me.slug, to: expect.stringMatching(`^${me.slug}-\\d+$`) }),
      ])
      const { rows: slugs } = await third.app.system.query(
        `select m.slug, s.member_id = m.id as own from members m join member_slugs s on s.slug = m.slug where m.organization_id = $1`,
        [at.organizationId],
      )
      expect([slugs.length, slugs.every(({ own }) => own)]).toEqual([members.length, true])
      const { rows: mails } = await third.app.system.query(
        "select recipients[1] as to from mails where organization_id = $1 and kind = 'invitation' and status = 'queued'",
        [at.organizationId],
      )
      expect(mails.map(({ to }) => to).sort()).toEqual(members.map((member) => member.email).sort())
      const { rows } = await third.app.system.query(
        "select action from audit_entries where organization_id = $1 and action like 'organization.%ported' order by sequence",
        [at.organizationId],
      )
      expect(rows.map(({ action }) => action)).toEqual(
        ['exported', 'imported', 'exported', 'imported'].map((action) => `organization.${action}`),
      )
    } finally {
      vi.unstubAllEnvs()
      await third.stop()
    }
  })
})
