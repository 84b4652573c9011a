import { createHash, randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { DatabaseError, type Pool, type PoolClient } from 'pg'
import sql, { join, raw } from 'sql-template-tag'
import { commandLineActor } from '#core/access/issue-token-by-command'
import { writeAuditEntry } from '#core/audit/chain'
import { runStatement, type Statement } from '#core/database/connection'
import { inTransaction } from '#core/database/in-transaction'
import { select } from '#core/database/select'
import type { Services } from '#core/operation/services'
import { createObjectKey } from '#core/storage/object-key'
import { archiveKey, contentTypes, type DocumentFormat } from '#features/billing/issuing/archive'
import { claimFreeSlug } from '#features/people/members/member-slugs'
import { describeChainFault, verifyAuditChain } from '#features/platform/audit-log/verify-audit-chain'
import { rebuildAuditChain } from '../audit-log/rebuild-audit-chain.ts'
import { type Archive, ImportRefused, openArchive } from './archive.ts'
import { exportedTables } from './exported-tables.ts'
import { importOverrides, isSkippedRow } from './imported-tables.ts'
import { readTableColumns, type TableColumns } from './table-columns.ts'

interface ImportedMember {
  id: string
  name: string
  email: string
  /** A member of another organization here has the address too. */
  isKnown: boolean
}

export interface ImportedOrganization {
  organizationId: string
  name: string
  rows: number
  objects: number
  members: ImportedMember[]
  /** URLs of webhooks, which are inactive and need a new secret. */
  webhooks: string[]
  /** Number of revoked links to files and folders. */
  shares: number
  renamed: RenamedMember[]
  /** Names of members who must connect their calendars again. */
  disconnected: string[]
  /** Files that were missing in the source. */
  missing: readonly string[]
}

type ImportServices = Pick<Services, 'storage' | 'secrets'>
type OnImportProgress = (part: 'Checking' | 'Files' | 'Tables', done: number, all: number) => void

/**
 * Imports an archive in one transaction. `system` connects as the owner of the database. Throws ImportRefused.
 */
export async function importOrganization(
  { storage, secrets }: ImportServices,
  system: Pool,
  file: string,
  { newSlugs = false, onProgress = () => {} }: { newSlugs?: boolean; onProgress?: OnImportProgress } = {},
): Promise<ImportedOrganization> {
  const archive = await openArchive(file, (done, all) => onProgress('Checking', done, all))
  const { organization_id: organizationId } = archive.manifest
  const put = new Set<string>()
  try {
    return await inTransaction(system, async (client) => {
      await assertNotImported(client, organizationId)
      const columns = await readTableColumns((statement) => runStatement(client, statement))
      assertColumns(archive, columns)
      // No row refers to them before the commit.
      const objects = await listObjects(archive)
      for (const [index, object] of objects.entries()) {
        await putObject(storage, archive, object, put)
        onProgress('Files', index + 1, objects.length)
      }
      const rows = await insertTables(client, archive, columns, secrets, onProgress)
      await assertOwnPages(client, organizationId)
      const renamed = await registerMembers(client, organizationId, newSlugs)
      await continueAuditLog(client, archive)
      return { ...(await summarizeImport(client, archive)), renamed, rows, objects: objects.length }
    })
  } catch (error) {
    await removeObjects({ storage }, system, organizationId, put)
    throw error
  } finally {
    archive.close()
  }
}

/** Locks the organization's id against another import. Throws ImportRefused if the organization exists. */
async function assertNotImported(client: PoolClient, organizationId: string) {
  // Uploading files may take longer than the default allows.
  await client.query('set local idle_in_transaction_session_timeout = 0')
  await client.query('set local statement_timeout = 0')
  const [lock] = await runStatement<{ free: boolean }>(
    client,
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`import ${organizationId}`}, 0)) as free`,
  )
  if (!lock?.free) throw new ImportRefused(`The organization ${organizationId} is being imported already.`)
  const there = await runStatement(client, sql`select from organizations where id = ${organizationId}`)
  if (there.length) throw new ImportRefused(`The organization ${organizationId} is here already.`)
}

/** Throws ImportRefused if the archive has unknown columns or lacks required ones. */
function assertColumns({ manifest }: Archive, columns: TableColumns) {
  const values = importOverrides({ sealedSecret: Buffer.alloc(0), salt: '' })
  for (const [table, exported] of Object.entries(manifest.tables)) {
    const known = columns[table] ?? []
    const unknown = exported.filter(
      (name) => !known.some((column) => column.name === name) || exportedTables[table]?.omittedColumns.includes(name),
    )
    if (unknown.length)
      throw new ImportRefused(`The archive has columns of ${table} that no export has: ${unknown.join(', ')}.`)
    const lacking = known.filter(
      ({ name, nullable, hasDefault }) =>
        !nullable && !hasDefault && !exported.includes(name) && !values[table]?.[name],
    )
    if (lacking.length)
      throw new ImportRefused(`The archive lacks columns of ${table}: ${lacking.map(({ name }) => name).join(', ')}.`)
  }
}

/** A document or file of the archive, and its key in the storage. */
interface ArchivedObject {
  name: string
  key: string
  type: string
}

/** Lists documents and files. Throws ImportRefused if one does not match the hash in its row. */
async function listObjects(archive: Archive): Promise<ArchivedObject[]> {
  const { organization_id: organizationId } = archive.manifest
  const objects = new Map<string, ArchivedObject>()
  const unseen = new Map(archive.listNames('files').map((name) => [name.split('/')[1], name]))
  const add = (
    name: string | undefined,
    missing: string,
    sha256: string | null,
    object: Omit<ArchivedObject, 'name'>,
  ) => {
    const checksum = name && archive.checksumOf(name)
    if (!name || !checksum) {
      if (archive.missing.some((each) => each.startsWith(missing))) return
      throw new ImportRefused(`The archive lacks ${missing}.`)
    }
    if (sha256 && checksum.sha256 !== sha256) throw new ImportRefused(`${name} is not the file that its row knows.`)
    objects.set(name, { name, ...object })
  }
  for await (const row of parseRows<{ pdf_sha256: string; xml_sha256: string | null }>(archive, 'archived_documents'))
    for (const form of ['pdf', 'xml'] as const satisfies DocumentFormat[]) {
      const sha256 = row[`${form}_sha256`]
      const name = `documents/${row.pdf_sha256}.${form}`
      // Early rows have no hash of the XML.
      if (!sha256 && !archive.checksumOf(name)) continue
      add(name, name, sha256, { key: archiveKey(organizationId, row.pdf_sha256, form), type: contentTypes[form] })
    }
  for await (const { id, sha256 } of parseRows<{ id: string; sha256: string }>(archive, 'files')) {
    add(unseen.get(id), `files/${id}/`, sha256, {
      key: createObjectKey(organizationId, id),
      type: 'application/octet-stream',
    })
  }
  for (const name of [...archive.listNames('documents'), ...archive.listNames('files')])
    if (!objects.has(name)) throw new ImportRefused(`The archive has a file ${name}, which no row knows.`)
  return [...objects.values()]
}

/** Stores an object, and remembers it if it is new. */
async function putObject(
  storage: Services['storage'],
  archive: Archive,
  { name, key, type }: ArchivedObject,
  put: Set<string>,
) {
  const wanted = archive.checksumOf(name)?.sha256
  if (await storage.exists(key)) {
    if ((await sha256Of(await storage.get(key))) !== wanted)
      throw new ImportRefused(`The storage has another ${key} already.`)
    return
  }
  put.add(key)
  const { sha256 } = await storage.put(key, await archive.stream(name), type)
  if (sha256 !== wanted) throw new ImportRefused(`${name} has changed while it was imported.`)
}

async function sha256Of(content: Readable): Promise<string> {
  const hash = createHash('sha256')
  for await (const bytes of content) hash.update(bytes)
  return hash.digest('hex')
}

/** Removes the objects of a failed import, unless the organization exists because only the commit's confirmation was lost. */
async function removeObjects(
  { storage }: Pick<ImportServices, 'storage'>,
  system: Pool,
  organizationId: string,
  put: ReadonlySet<string>,
) {
  if (!put.size) return
  const there = await runStatement(system, sql`select from organizations where id = ${organizationId}`)
  if (!there.length) for (const key of put) await storage.delete(key)
}

/** Rows and bytes of one insert. */
const batchLimits = { rows: 500, bytes: 4 * 1024 ** 2 }

/** Returns the number of inserted rows. */
async function insertTables(
  client: PoolClient,
  archive: Archive,
  columns: TableColumns,
  secrets: Services['secrets'],
  onProgress: OnImportProgress,
): Promise<number> {
  const { organization_id: organizationId, tables } = archive.manifest
  const sealedSecret = secrets.seal(`whsec_${randomBytes(32).toString('base64')}`, 'webhook')
  const values = importOverrides({ sealedSecret, salt: randomBytes(32).toString('hex') })
  const lost = new Set<unknown>()
  const later = new Map<string, DeferredReference[]>()
  const names = Object.keys(exportedTables).filter((table) => tables[table])
  let count = 0
  for (const [index, table] of names.entries()) {
    const insert = createInsert(organizationId, table, tables[table] ?? [], values[table] ?? {}, columns)
    let waiting: string[] = []
    let bytes = 0
    const flush = async () => {
      const { rowCount } = await client.query(insert(waiting)).catch(refuseRow(table))
      if (rowCount !== waiting.length)
        throw new ImportRefused(`tables/${table}.jsonl has a row twice, or one of another organization.`)
      count += waiting.length
      waiting = []
      bytes = 0
    }
    for await (const line of archive.rows(table)) {
      const row = parseRow(table, line)
      if (isSkippedRow[table]?.(row, lost)) continue
      for (const [column, after] of Object.entries(exportedTables[table]?.deferredReferences ?? {}))
        if (row[column] != null) {
          const waits = later.get(after) ?? []
          waits.push({ table, column, id: row.id, value: row[column] })
          later.set(after, waits)
        }
      waiting.push(line)
      bytes += line.length
      if (waiting.length === batchLimits.rows || bytes > batchLimits.bytes) await flush()
    }
    if (waiting.length) await flush()
    await setDeferredReferences(client, organizationId, later.get(table) ?? [])
    onProgress('Tables', index + 1, names.length)
  }
  return count
}

/** SQL that inserts rows of a table, except those of other organizations and existing ones. */
function createInsert(
  organizationId: string,
  table: string,
  exported: readonly string[],
  values: Readonly<Record<string, ReturnType<typeof sql>>>,
  columns: TableColumns,
) {
  const later = Object.keys(exportedTables[table]?.deferredReferences ?? {})
  const names = (columns[table] ?? []).filter(
    ({ name }) => (exported.includes(name) || values[name]) && !later.includes(name),
  )
  const owner = raw(table === 'organizations' ? 'r.id' : 'r.organization_id')
  const listed = raw(names.map(({ name }) => `"${name}"`).join(', '))
  const selected = join(names.map(({ name }) => values[name] ?? raw(`r."${name}"`)))
  return (lines: readonly string[]) =>
    sql`insert into ${raw(table)} (${listed}) select ${selected}
        from json_populate_recordset(null::${raw(table)}, ${`[${lines.join(',')}]`}::json) r
        where ${owner} = ${organizationId} on conflict do nothing`
}

/** A reference that is set after the row it refers to is inserted. */
interface DeferredReference {
  table: string
  column: string
  id: unknown
  value: unknown
}

async function setDeferredReferences(client: PoolClient, organizationId: string, all: readonly DeferredReference[]) {
  for (const { table, column, id, value } of all)
    await client
      .query(
        sql`update ${raw(table)} set ${raw(column)} = ${value}::uuid where organization_id = ${organizationId} and id = ${id}::uuid`,
      )
      .catch(refuseRow(table))
}

/** Throws ImportRefused if another organization has a page of the same id: live documents are identified by page id alone. */
async function assertOwnPages(client: PoolClient, organizationId: string) {
  const pages = await runStatement<{ id: string }>(
    client,
    sql`select id from pages where organization_id = ${organizationId}`,
  )
  const [taken] = await runStatement<{ id: string }>(
    client,
    sql`select id from pages where organization_id <> ${organizationId} and id = any(${pages.map(({ id }) => id)}::uuid[]) limit 1`,
  )
  if (taken) throw new ImportRefused(`tables/pages.jsonl has an id that another organization has here: ${taken.id}.`)
}

type Row = Record<string, unknown>

function parseRow(table: string, line: string): Row {
  try {
    const row: unknown = JSON.parse(line)
    if (row && typeof row === 'object' && !Array.isArray(row)) return row as Row
  } catch {}
  throw new ImportRefused(`tables/${table}.jsonl has a line that is no row.`)
}

async function* parseRows<Shape>(archive: Archive, table: string): AsyncGenerator<Shape> {
  if (archive.manifest.tables[table]) for await (const line of archive.rows(table)) yield parseRow(table, line) as Shape
}

/** Converts PostgreSQL's errors about data (class 22) and constraints (class 23). */
const refuseRow = (table: string) => (error: unknown) => {
  if (error instanceof DatabaseError && /^2[23]/.test(error.code ?? ''))
    throw new ImportRefused(`tables/${table}.jsonl has a row that cannot be stored: ${error.message}.`)
  throw error
}

/** A member whose slug is taken here. */
interface RenamedMember {
  id: string
  name: string
  from: string
  to: string
}

/**
 * Adds the members to the cross-tenant look-ups. With `newSlugs`, members whose slug is taken get another one; otherwise throws
 * ImportRefused.
 */
async function registerMembers(
  client: PoolClient,
  organizationId: string,
  newSlugs: boolean,
): Promise<RenamedMember[]> {
  const writeReturning = <Row>(statement: Statement) => runStatement<Row>(client, statement)
  const taken = await runStatement<{ id: string; name: string; slug: string }>(
    client,
    sql`select m.id, m.name, m.slug from member_slugs s join members m on m.slug = s.slug
        where m.organization_id = ${organizationId} order by m.slug`,
  )
  if (taken.length && !newSlugs)
    throw new ImportRefused(
      `Booking addresses of members are taken here: ${taken.map(({ slug }) => slug).join(', ')}. Change them at the source and export again, or give --new-slugs.`,
    )
  const renamed: RenamedMember[] = []
  for (const { id, name, slug } of taken) {
    const to = await claimFreeSlug({ writeReturning }, slug, { organizationId, memberId: id })
    await runStatement(
      client,
      sql`update members set slug = ${to} where organization_id = ${organizationId} and id = ${id}`,
    )
    renamed.push({ id, name, from: slug, to })
  }
  await runStatement(
    client,
    sql`insert into member_slugs (slug, organization_id, member_id)
        select m.slug, m.organization_id, m.id from members m
        where m.organization_id = ${organizationId} and not (m.id = any(${renamed.map(({ id }) => id)}::uuid[]))`,
  ).catch(refuseRow('members'))
  await runStatement(
    client,
    sql`insert into member_emails (organization_id, member_id, email)
        select m.organization_id, m.id, lower(m.email) from members m where m.organization_id = ${organizationId}`,
  )
  return renamed
}

/** Verifies the imported audit log and adds an entry that names its last one. Throws ImportRefused if the chain is broken. */
async function continueAuditLog(client: PoolClient, { manifest }: Archive) {
  const { organization_id: organizationId, version, exported_at } = manifest
  const end = await rebuildAuditChain(client, organizationId)
  const verified = await verifyAuditChain(organizationId, (statement) => runStatement(client, statement), new Map())
  if (!end || !verified.valid)
    throw new ImportRefused(
      `The audit log of the archive does not hold: ${end ? describeChainFault(verified) : 'it is empty'}.`,
    )
  await writeAuditEntry(client, organizationId, {
    actor: commandLineActor,
    action: 'organization.imported',
    resourceId: organizationId,
    before: null,
    after: {
      source: { version, exported_at, last_entry_id: end.id, entries: end.sequence, hash: end.hash.toString('hex') },
    },
  })
}

async function summarizeImport(
  client: PoolClient,
  archive: Archive,
): Promise<Omit<ImportedOrganization, 'renamed' | 'rows' | 'objects'>> {
  const { manifest, missing } = archive
  const { organization_id: organizationId, calendar_connections: connected = [] } = manifest
  let shares = 0
  for await (const { revoked } of parseRows<{ revoked: boolean }>(archive, 'shares')) if (!revoked) shares += 1
  const [organization] = await runStatement<{ name: string }>(
    client,
    select`name from organizations where id = ${organizationId}`,
  )
  const members = await runStatement<Omit<ImportedMember, 'isKnown'>>(
    client,
    select`id, name, email from members where organization_id = ${organizationId} order by created_at, id`,
  )
  const known = await runStatement<{ email: string }>(
    client,
    select`distinct e.email from member_emails e
        where e.organization_id <> ${organizationId} and e.email = any(${members.map(({ email }) => email.toLowerCase())}::text[])`,
  )
  const webhooks = await runStatement<{ url: string }>(
    client,
    select`url from webhooks where organization_id = ${organizationId} order by url`,
  )
  return {
    organizationId,
    name: organization?.name ?? '',
    members: members.map((member) => ({
      ...member,
      isKnown: known.some(({ email }) => email === member.email.toLowerCase()),
    })),
    webhooks: webhooks.map(({ url }) => url),
    shares,
    disconnected: members.flatMap(({ id, name }) => (connected.includes(id) ? [name] : [])),
    missing,
  }
}
