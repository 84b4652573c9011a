import sql from 'sql-template-tag'
import type { Context } from '#core/context'
import { invalid } from '#core/errors'

/**
 * What each client has to its credit: what was paid beyond what was open, less what was used on invoices and given back.
 * Clients without any are left out.
 */
export const readCredits = (context: Context, clientIds: readonly string[]) =>
  context.query<{ clientId: string; creditCents: number }>(
    sql`select client_id as "clientId", sum(cents)::bigint as "creditCents"
        from (
          select i.client_id, case p.method when 'client_credit' then -p.amount_cents else p.credit_cents end as cents
          from payments p join invoices i on i.organization_id = p.organization_id and i.id = p.invoice_id
          where p.organization_id = ${context.organizationId} and i.client_id = any(${clientIds}::uuid[])
            and p.reversed_at is null and (p.credit_cents > 0 or p.method = 'client_credit')
          union all
          select client_id, -amount_cents from client_refunds
          where organization_id = ${context.organizationId} and client_id = any(${clientIds}::uuid[])
        ) entries group by client_id`,
  )

/** What a client has to its credit; nobody else uses or gives any of it back until the end of the operation. */
export async function holdCredit(context: Context, clientId: string): Promise<number> {
  await context.query(
    sql`select from clients where organization_id = ${context.organizationId} and id = ${clientId} for no key update`,
  )
  const [credit] = await readCredits(context, [clientId])
  return credit?.creditCents ?? 0
}

/** 422 naming `field` where the client's credit is less than what is to be taken of it. */
export async function takeCredit(context: Context, clientId: string, cents: number, field: string) {
  if ((await holdCredit(context, clientId)) < cents)
    throw invalid(field, { de: 'ist mehr als das Guthaben des Kunden', en: "is more than the client's credit" })
}
