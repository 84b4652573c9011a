import type { Pool } from 'pg'
import type { Secrets } from '#core/runtime/secret-key'

/**
 * Columns encrypted with the installation's key, with their tables' primary key without organization_id. Responses stored for an
 * `Idempotency-Key` are left out, as they expire after 24 hours.
 */
export const sealedColumns = [
  { table: 'webhooks', column: 'sealed_secret', key: ['id'], purpose: 'webhook' },
  { table: 'webhooks', column: 'previous_sealed_secret', key: ['id'], purpose: 'webhook' },
  { table: 'totp_secrets', column: 'sealed_secret', key: ['member_id'], purpose: 'totp secret' },
  { table: 'calendar_connections', column: 'sealed_password', key: ['id'], purpose: 'calendar connection' },
  { table: 'calendar_attendees', column: 'link', key: ['event_id', 'email'], purpose: 'calendar link' },
  { table: 'mails', column: 'sealed', key: ['id'], purpose: 'mail' },
] as const

type SealedColumn = (typeof sealedColumns)[number]

/** Encrypted with another key, or before keys had ids. */
const isOld = ({ column }: SealedColumn, id: string) =>
  `${column} is not null and substring(${column} from 1 for 8) is distinct from ${id}`

const batchSize = 100

/** Counts values encrypted with other keys, and members whose recovery codes depend on them. */
export async function countOldSecrets(system: Pool, keyId: Buffer): Promise<{ secrets: number; members: number }> {
  let secrets = 0
  for (const each of sealedColumns) secrets += await countOld(system, each, keyId)
  const { rows } = await system.query<{ count: number }>(
    `select count(*)::int as count from (
       select distinct organization_id, member_id from recovery_codes where key_id is distinct from $1) codes`,
    [keyId],
  )
  return { secrets, members: rows[0]?.count ?? 0 }
}

async function countOld(system: Pool, sealed: SealedColumn, keyId: Buffer): Promise<number> {
  const { rows } = await system.query<{ count: number }>(
    `select count(*)::int as count from ${sealed.table} where ${isOld(sealed, '$1')}`,
    [keyId],
  )
  return rows[0]?.count ?? 0
}

/**
 * Encrypts every stored secret with the current key, each in its own transaction, so that it can be interrupted and continued. Skips
 * values that change meanwhile. Returns the number of encrypted values and of those that no key decrypts.
 */
export async function reencryptSecrets(
  system: Pool,
  secrets: Pick<Secrets, 'keyId' | 'seal' | 'open'>,
  onProgress: (done: number, all: number) => void,
): Promise<{ encrypted: number; unreadable: number }> {
  const keyId = secrets.keyId()
  const { secrets: all } = await countOldSecrets(system, keyId)
  const { rows: organizations } = await system.query<{ id: string }>('select id from organizations order by id')
  const total = { encrypted: 0, unreadable: 0 }
  for (const { id: organizationId } of organizations)
    for (const each of sealedColumns) {
      let skipped = 0
      for (;;) {
        const rows = await readBatch(system, each, organizationId, keyId, skipped)
        for (const row of rows) {
          const text = openOrNull(secrets, row.sealed, each.purpose)
          if (text === null) total.unreadable++
          const isDone =
            text !== null && (await replace(system, each, organizationId, row, secrets.seal(text, each.purpose)))
          if (isDone) total.encrypted++
          else skipped++
          onProgress(total.encrypted, all)
        }
        if (rows.length < batchSize) break
      }
    }
  return total
}

interface SealedRow {
  sealed: Buffer
  key: string[]
}

async function readBatch(
  system: Pool,
  sealed: SealedColumn,
  organizationId: string,
  keyId: Buffer,
  skipped: number,
): Promise<SealedRow[]> {
  const { table, column, key } = sealed
  const { rows } = await system.query<SealedRow>(
    `select ${column} as sealed, array[${key.map((name) => `${name}::text`).join(', ')}] as key from ${table}
     where organization_id = $1 and ${isOld(sealed, '$2')} order by ${key.join(', ')} limit ${batchSize} offset $3`,
    [organizationId, keyId, skipped],
  )
  return rows
}

/** False if the value has changed. */
async function replace(
  system: Pool,
  { table, column, key }: SealedColumn,
  organizationId: string,
  row: SealedRow,
  sealed: Buffer,
): Promise<boolean> {
  const { rowCount } = await system.query(
    `update ${table} set ${column} = $1 where organization_id = $2 and ${column} = $3
       and ${key.map((name, index) => `${name} = $${index + 4}`).join(' and ')}`,
    [sealed, organizationId, row.sealed, ...row.key],
  )
  return rowCount === 1
}

function openOrNull(secrets: Pick<Secrets, 'open'>, sealed: Buffer, purpose: string): string | null {
  try {
    return secrets.open(sealed, purpose)
  } catch {
    return null
  }
}
