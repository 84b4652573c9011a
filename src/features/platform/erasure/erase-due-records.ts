import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import { runStatement } from '#core/database/connection'
import { queryAllTenants } from '#core/database/cross-tenant'
import { inTransaction } from '#core/database/in-transaction'
import type { Context } from '#core/operation/context'
import { runScheduledWork } from '#core/operation/scheduled-work'
import type { Services } from '#core/operation/services'
import { blankPersonalColumns, nextDueDay } from './erase-person.ts'
import { fromHolding, planErasure, retentionStart } from './erasure-plan.ts'
import { ErasureOutcome, holdings, type Person, type PersonKind } from './holdings.ts'
import { createErasedPerson } from './person.ts'
import { personalData } from './personal-data.ts'
import { firstDayKept } from './retention-laws.ts'

interface DueErasure {
  organizationId: string
  id: string
  kind: PersonKind
  subjectId: string
}

/** Scheduled: erases records of erased people once their retention period has ended. */
export async function eraseDueRecords(services: Services, system: Pool): Promise<void> {
  const today = services.clock.today()
  const due = await queryAllTenants<DueErasure>(
    system,
    (reached) => sql`select organization_id as "organizationId", id, kind, subject_id as "subjectId" from erasures
        where due_on <= ${today}::date and ${reached('organization_id')} order by due_on`,
  )
  const work = async (context: Context, { id, kind, subjectId }: DueErasure) => {
    const person = createErasedPerson(context, kind, subjectId)
    await eraseExpired(system, person, today)
    const { entries } = await planErasure(context, person)
    const later = entries.flatMap(({ keptUntil }) => (keptUntil && keptUntil >= today ? [keptUntil] : []))
    await setDueDay(context, id, nextDueDay(later))
    return false
  }
  await runScheduledWork(services, 'erasures', due, work, { evenEnded: true })
}

const setDueDay = (context: Context, id: string, dueOn: string | null) =>
  context.write(
    sql`update erasures set due_on = ${dueOn}::date where organization_id = ${context.organizationId} and id = ${id}`,
  )

/**
 * Connects as the owner of the database, because requests cannot change vouchers and archives. The job `archive-orphans` removes the
 * files of deleted rows.
 */
const eraseExpired = (system: Pool, person: Person, today: string) =>
  inTransaction(system, async (client) => {
    for (const holding of holdings[person.kind]) {
      const since = retentionStart(holding, person)
      if (holding.outcome !== ErasureOutcome.kept || !holding.retention || !since) continue
      const isDue = sql`${since} < ${firstDayKept(holding.retention.law, today)}::date`
      const { table } = holding
      if (table === 'signatures' || table === 'archived_documents')
        await runStatement(client, sql`delete ${fromHolding(holding, person)} and ${isDue}`)
      // The issued document seals the erased columns.
      if (table === 'invoices')
        await runStatement(
          client,
          sql`delete from issued_documents where organization_id = ${person.organizationId}
              and invoice_id in (select t.id ${fromHolding(holding, person)} and ${isDue})`,
        )
      if (Object.keys(personalData[table]?.blanks ?? {}).length)
        await runStatement(client, blankPersonalColumns(holding, person, isDue))
    }
  })
