import sql, { empty } from 'sql-template-tag'
import { select } from '#core/database/select'
import { invalidField, unknownReference } from '#core/errors/problem'
import type { Context } from '#core/operation/context'

/**
 * 422 naming `quoteId` where there is no such quote, or it is another client's. Until the end of the operation it stays this
 * client's, unless nothing of it is kept.
 */
export async function assertQuoteOfClient(
  context: Context,
  id: string,
  clientId: string,
  isKept = true,
): Promise<void> {
  const [quote] = await context.query<{ clientId: string }>(
    select`client_id as "clientId" from quotes where organization_id = ${context.organizationId} and id = ${id} ${isKept ? sql`for share` : empty}`,
  )
  if (!quote) throw unknownReference('quoteId')
  if (quote.clientId !== clientId) throw invalidField('quoteId', belongsToAnotherClient)
}

const belongsToAnotherClient = { de: 'gehört zu einem anderen Kunden', en: 'belongs to another client' }
