import { LockMode } from '@mikro-orm/core'
import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import { queryAllTenants } from '#core/database/cross-tenant'
import { runScheduledWork } from '#core/operation/scheduled-work'
import type { Services } from '#core/operation/services'
import { Quote, QuoteStatus } from './quote.entity.ts'

const batchSize = 500

/**
 * Expires sent quotes after their last day. `system` finds the organizations. Quotes that are locked for signing or rejecting are skipped:
 * that operation checks the date itself.
 */
export async function expireQuotes(services: Services, system: Pool): Promise<void> {
  const today = services.clock.today()
  const rows = await queryAllTenants<{ organizationId: string }>(
    system,
    (reached) => sql`select distinct organization_id as "organizationId" from quotes
     where status = 'sent' and valid_until < ${today} and ${reached('organization_id')}`,
  )
  await runScheduledWork(services, 'quotes-expiry', rows, async (context) => {
    const past = await context.em.find(
      Quote,
      { status: QuoteStatus.sent, validUntil: { $lt: today } },
      { lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE, limit: batchSize, orderBy: { validUntil: 'asc' } },
    )
    for (const quote of past) {
      quote.expire(today)
      context.record('quote.expired', quote)
    }
    return past.length === batchSize
  })
}
