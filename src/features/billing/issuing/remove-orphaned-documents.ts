import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import { queryAllTenants } from '#core/database/cross-tenant'
import { select } from '#core/database/select'
import type { Transaction } from '#core/database/transaction'
import type { Services } from '#core/operation/services'
import { archiveLockName } from './archive.ts'

const archivedKeyPattern = /\/([0-9a-f]{64})\.(pdf|xml)$/
const batch = 500

/** Removes stored documents without a row, left behind by sends that failed. */
export async function removeOrphanedDocuments(services: Services, system: Pool): Promise<void> {
  const rows = await queryAllTenants<{ id: string }>(
    system,
    (reached) => sql`select id from organizations where ${reached('id')}`,
  )
  for (const { id } of rows) {
    let keys: string[] = []
    for await (const key of services.storage.list(`documents/${id}`)) {
      if (archivedKeyPattern.test(key)) keys.push(key)
      if (keys.length < batch) continue
      await removeOrphanedFiles(services, id, keys)
      keys = []
    }
    await removeOrphanedFiles(services, id, keys)
  }
}

async function removeOrphanedFiles(
  { database, storage, log }: Services,
  organizationId: string,
  keys: readonly string[],
) {
  const suspects = await database.tenant(organizationId, (transaction) => findOrphanedKeys(transaction, keys))
  if (!suspects.length) return
  await database.tenant(organizationId, async (transaction) => {
    // Waits for sends that have stored their document but not yet inserted its row.
    await transaction.query(select`pg_advisory_xact_lock(hashtextextended(${archiveLockName(organizationId)}, 0))`)
    const orphans = await findOrphanedKeys(transaction, suspects)
    for (const key of orphans) await storage.delete(key)
    log.info({ organization_id: organizationId, removed: orphans.length }, 'archived documents without a row')
  })
}

async function findOrphanedKeys(transaction: Transaction, keys: readonly string[]): Promise<string[]> {
  const hashOf = (key: string) => archivedKeyPattern.exec(key)?.[1] ?? ''
  const rows = await transaction.query<{ hash: string }>(
    select`pdf_sha256 as hash from archived_documents
        where organization_id = ${transaction.organizationId} and pdf_sha256 = any(${keys.map(hashOf)}::text[])`,
  )
  const owned = new Set(rows.map(({ hash }) => hash))
  return keys.filter((key) => !owned.has(hashOf(key)))
}
