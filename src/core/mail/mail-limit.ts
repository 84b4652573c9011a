import sql from 'sql-template-tag'
import type { ReachableTenants } from '#core/database/cross-tenant'
import { select } from '#core/database/select'
import { rateLimited } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import type { Bilingual } from '#core/text/language'

/** SQL: recipients and copies of a mail. */
const recipientCount = sql`cardinality(recipients) + cardinality(copies)`

const pastHour = sql`created_at > now() - interval '1 hour' and not is_system`

/**
 * Seconds until a mail is within the organization's hourly limit of recipients. Throws 429 with `Retry-After` if the mail may
 * not wait, which rolls the operation back.
 */
export async function mailLimitDelay(context: Context, size: number, mayWait: boolean): Promise<number> {
  const { organizationId, services, actor } = context
  const limit = services.mailLimit
  if (!limit) return 0
  // Serializes operations of an organization, as each must see the mails of the others.
  await context.query(select`pg_advisory_xact_lock(hashtextextended(${`mail limit ${organizationId}`}, 0))`)
  const used = await countRecipients(context)
  if (used + size <= limit) return 0
  const retryAfter = await secondsUntilFree(context, used + size - limit)
  if (mayWait) return retryAfter
  // Guests do not learn how much an organization mails.
  throw rateLimited(retryAfter, actor.type === 'public' ? noMailNow(retryAfter) : limitReached(limit, used))
}

async function countRecipients(context: Context): Promise<number> {
  const [row] = await context.query<{ used: number }>(
    select`coalesce(sum(${recipientCount}), 0)::int as used from mails
        where organization_id = ${context.organizationId} and ${pastHour}`,
  )
  return row?.used ?? 0
}

/** Seconds until enough of the last hour's mails no longer count to free `needed` recipients. */
async function secondsUntilFree(context: Context, needed: number): Promise<number> {
  const [row] = await context.query<{ wait: number }>(
    select`ceil(extract(epoch from hour.created_at + interval '1 hour' - now()))::int as wait from (
          select created_at, sum(${recipientCount}) over (order by created_at, id) as freed from mails
          where organization_id = ${context.organizationId} and ${pastHour}
        ) hour where hour.freed >= ${needed} order by hour.created_at limit 1`,
  )
  return Math.max(1, row?.wait ?? 3600)
}

/** SQL: organizations that have used 80 % of their hourly limit. */
export const organizationsNearMailLimit = (limit: number) => (reached: ReachableTenants) =>
  sql`select organization_id as "organizationId", sum(${recipientCount})::int as sent from mails
      where ${pastHour} and ${reached('organization_id')}
      group by organization_id having sum(${recipientCount}) >= ${limit * 0.8}`

const noMailNow = (retryAfter: number): Bilingual => {
  const minutes = Math.ceil(retryAfter / 60)
  return {
    de: `Zurzeit lässt sich keine E-Mail an Sie senden; deshalb wurde nichts gebucht. Bitte versuchen Sie es in ${minutes} ${minutes === 1 ? 'Minute' : 'Minuten'} noch einmal.`,
    en: `No email can be sent to you at the moment, so nothing was booked. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
  }
}

const limitReached = (limit: number, used: number): Bilingual => ({
  de: `Ihre Organisation versendet höchstens ${limit} E-Mails in der Stunde (je Empfänger), ${used} waren es schon. Es wurde nichts versendet; Retry-After nennt die Wartezeit.`,
  en: `Your organization sends at most ${limit} emails an hour (per recipient), and has sent ${used}. Nothing was sent; Retry-After says when to try again.`,
})
