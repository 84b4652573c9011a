import sql, { empty } from 'sql-template-tag'
import { select } from '#core/database/select'
import { invalidField, unknownReference } from '#core/errors/problem'
import type { Context } from '#core/operation/context'

/**
 * Throws 422 naming `quoteId` if the quote does not exist or belongs to another client. Locks the quote unless nothing
 * is saved.
 */
export async function assertQuoteOfClient(
  context: Context,
  id: string,
  clientId: string,
  isSaved = true,
): Promise<void> {
  const [quote] = await context.query<{ clientId: string }>(
    select`client_id as "clientId" from quotes where organization_id = ${context.organizationId} and id = ${id} ${isSaved ? sql`for share` : empty}`,
  )
  if (!quote) throw unknownReference('quoteId')
  if (quote.clientId !== clientId) throw invalidField('quoteId', belongsToAnotherClient)
}

const belongsToAnotherClient = { de: 'gehört zu einem anderen Kunden', en: 'belongs to another client' }
