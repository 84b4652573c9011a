import sql from 'sql-template-tag'
import { select } from '#core/database/select'
import { invalidField } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { isMoneyMovedSql, paymentMovementsSql } from './payment-movements.ts'

/** SQL: additions to and uses of clients' credit, with their days. */
export const clientCreditEntriesSql = ({ organizationId }: Context, clientIds: readonly string[]) =>
  sql`select p.client_id, m.day, m.times * case p.method when 'client_credit' then -p.amount_cents else p.credit_cents end as cents
      from payments p cross join lateral ${paymentMovementsSql} as m (day, times)
      where p.organization_id = ${organizationId} and p.client_id = any(${clientIds}::uuid[])
        and ${isMoneyMovedSql} and m.day is not null and (p.credit_cents > 0 or p.method = 'client_credit')
      union all
      select client_id, paid_at, -amount_cents from client_refunds
      where organization_id = ${organizationId} and client_id = any(${clientIds}::uuid[])`

/** Credit of each client: overpayments less what was used on invoices or refunded. Clients without credit are left out. */
const readClientCredits = (context: Context, clientIds: readonly string[]) =>
  context.query<{ clientId: string; creditCents: number }>(
    select`client_id as "clientId", sum(cents)::bigint as "creditCents"
        from (${clientCreditEntriesSql(context, clientIds)}) entries group by client_id`,
  )

/**
 * Locks the client's credit until the end of the transaction. Returns what is available on a day: the credit of that day
 * less later uses.
 */
export async function lockAvailableCredit(context: Context, clientId: string, day: string): Promise<number> {
  await context.query(
    select`from clients where organization_id = ${context.organizationId} and id = ${clientId} for no key update`,
  )
  const [credit] = await context.query<{ cents: number }>(
    select`min(cents)::bigint as cents
        from (
          select day, sum(sum(cents)) over (order by day) as cents
          from (${clientCreditEntriesSql(context, [clientId])} union all select null, ${day}::date, 0) entries group by day
        ) days where day >= ${day}`,
  )
  return credit?.cents ?? 0
}

/** Sums up to nine times this are exact in a JavaScript number. */
const maxCreditCents = 10 ** 15

/** Throws 422 if the client's credit would exceed the limit. */
export function assertCreditWithinLimit(creditCents: number, more: number) {
  if (creditCents + more > maxCreditCents) throw invalidField('amountCents', exceedsCreditLimit)
}

export async function readClientCredit(context: Context, clientId: string): Promise<number> {
  const [credit] = await readClientCredits(context, [clientId])
  return credit?.creditCents ?? 0
}

/** Locks the client's credit. Throws 422 if it is too small, naming `paidAt` if it is so only on that day. */
export async function reserveClientCredit(context: Context, clientId: string, cents: number, paidAt: string) {
  if ((await lockAvailableCredit(context, clientId, paidAt)) >= cents) return
  throw (await readClientCredit(context, clientId)) < cents
    ? invalidField('amountCents', exceedsCredit)
    : invalidField('paidAt', beforeCreditArose)
}

const exceedsCredit = { de: 'ist mehr als das Guthaben des Kunden', en: "is more than the client's credit" }

const exceedsCreditLimit = {
  de: 'macht das Guthaben des Kunden größer, als geführt werden kann',
  en: "makes the client's credit more than can be kept",
}

const beforeCreditArose = {
  de: 'liegt vor dem Tag, an dem dieses Guthaben des Kunden entstanden ist',
  en: "is before the day on which this credit of the client's arose",
}
