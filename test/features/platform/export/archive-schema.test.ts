import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect, test } from 'vitest'
import { runStatement } from '#core/database/connection'
import { projectRoot } from '#core/runtime/project-root'
import { archiveFormat, schemaFileName } from '#features/platform/export/archive-format'
import { exportedTables } from '#features/platform/export/exported-tables'
import { exportedColumns, readTableColumns, type TableColumn } from '#features/platform/export/table-columns'
import { createFixtures } from '../../../harness/fixtures.ts'
import { house } from '../../../harness/house.ts'
import { unzip } from '../../../harness/unzip.ts'

// The published schema of an archive is that of the database. Where a migration changes an exported table, this test fails: write the
// file anew with `npx vitest run test/features/platform/export/archive-schema.test.ts -u`, and raise `archiveFormat` where archives of
// before cannot be read any more, as after a column was renamed, split or made mandatory without a default.

const at = house()

/** JSON Schema of a type as PostgreSQL writes it. */
function schemaOfType(type: string): Record<string, unknown> {
  if (type.endsWith('[]')) return { type: 'array', items: schemaOfType(type.slice(0, -2)) }
  if (type === 'uuid') return { type: 'string', format: 'uuid' }
  if (type === 'date') return { type: 'string', format: 'date' }
  if (type.startsWith('timestamp')) return { type: 'string', format: 'date-time' }
  if (['smallint', 'integer', 'bigint'].includes(type)) return { type: 'integer' }
  if (type.startsWith('numeric')) return { type: 'number' }
  if (type === 'boolean') return { type: 'boolean' }
  if (type === 'bytea') return { type: 'string', pattern: String.raw`^\\x(?:[0-9a-f]{2})*$` }
  if (type.startsWith('json')) return {}
  return { type: 'string' }
}

const orNull = (schema: Record<string, unknown>) => (schema.type ? { ...schema, type: [schema.type, 'null'] } : schema)

function rowSchema(table: string, columns: readonly TableColumn[]) {
  const exported = exportedColumns({ [table]: columns }, table)
  // What is kept from the member who exports is null.
  const isMasked = exportedTables[table]?.redact !== undefined
  return {
    type: 'object',
    properties: Object.fromEntries(
      columns.flatMap(({ name, type, nullable }) => {
        if (!exported.includes(name)) return []
        const schema = schemaOfType(type)
        return [[name, nullable || (isMasked && type === 'text') ? orNull(schema) : schema]]
      }),
    ),
    required: exported,
    additionalProperties: false,
  }
}

const text = { type: 'string' }
const texts = { type: 'array', items: text }
const byName = (values: object) => ({ type: 'object', additionalProperties: values })

function archiveSchema(columns: Readonly<Record<string, readonly TableColumn[]>>) {
  const tables = Object.keys(exportedTables)
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: schemaFileName(archiveFormat),
    title: `Archive of an organization, format ${archiveFormat}`,
    description:
      'A ZIP by its files: JSON as it is, JSON lines as an array of their rows. Binary files are documents/{SHA-256 of the PDF}.pdf and .xml, and files/{id}/{name}.',
    type: 'object',
    properties: {
      'kontor.json': {
        description: 'The first file.',
        type: 'object',
        properties: {
          format: { const: archiveFormat },
          schema: { const: schemaFileName(archiveFormat) },
          version: { ...text, description: 'Kontor that wrote the archive.' },
          migration: { ...text, description: 'Last migration of its database.' },
          organization_id: { type: 'string', format: 'uuid' },
          exported_at: { type: 'string', format: 'date-time' },
          tables: {
            ...byName(texts),
            description: 'Columns of each table; tables in the order in which they can be filled.',
          },
          left_out: {
            description: 'Tables that an archive does not have, with the reason, and columns.',
            type: 'object',
            properties: { tables: byName(text), columns: byName(texts) },
            required: ['tables', 'columns'],
          },
          calendar_connections: {
            description: 'Members who had a calendar elsewhere connected.',
            type: 'array',
            items: { type: 'string', format: 'uuid' },
          },
        },
        required: [
          ...['format', 'schema', 'version', 'migration', 'organization_id', 'exported_at', 'tables', 'left_out'],
          'calendar_connections',
        ],
      },
      ...Object.fromEntries(
        tables.map((table) => [`tables/${table}.jsonl`, { type: 'array', items: { $ref: `#/$defs/${table}` } }]),
      ),
      'missing.json': {
        ...texts,
        description: 'Documents and files that the storage did not have; absent where it had all.',
      },
      'checksums.json': {
        description: 'The last file, which an incomplete archive does not have: every other one.',
        type: 'object',
        properties: {
          files: byName({
            type: 'object',
            properties: {
              sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' },
              size_bytes: { type: 'integer' },
            },
            required: ['sha256', 'size_bytes'],
          }),
        },
        required: ['files'],
      },
    },
    required: ['kontor.json', ...tables.map((table) => `tables/${table}.jsonl`), 'checksums.json'],
    $defs: Object.fromEntries(tables.map((table) => [table, rowSchema(table, columns[table] ?? [])])),
  }
}

test('the schema of archives is that of the tables, and an archive keeps to it', { timeout: 120_000 }, async () => {
  const schema = archiveSchema(await readTableColumns((statement) => runStatement(at.app.system, statement)))
  const advice =
    'A migration changed an exported table: run this file with -u. Raise archiveFormat if older archives cannot be read any more.'
  await expect(`${JSON.stringify(schema, null, 2)}\n`, advice).toMatchFileSnapshot(
    join(projectRoot, 'schema', schemaFileName(archiveFormat)),
  )
  await createFixtures(at).all()
  const files = unzip((await at.owner.rest('GET', '/organization/export')).raw)
  const archive = Object.fromEntries(
    [...files].flatMap(([name, bytes]) => {
      if (name.endsWith('.jsonl')) return [[name, JSON.parse(`[${String(bytes).trim().split('\n').join(',')}]`)]]
      return /^[a-z]+\.json$/.test(name) ? [[name, JSON.parse(String(bytes))]] : []
    }),
  )
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  expect([ajv.validate(schema, archive), ajv.errorsText()]).toEqual([true, 'No errors'])
})
