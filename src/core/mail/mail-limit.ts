import sql, { type Sql } from 'sql-template-tag'
import type { Reached } from '#core/database/everywhere'
import { select } from '#core/database/select'
import { rateLimited } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import type { Bilingual } from '#core/text/language'

/** Mails from Kontor itself (resets, notices) to one address within an hour. */
const mostToAddress = 100

interface Outgoing {
  /** Whether Kontor writes to the organization's own people. */
  isSystem: boolean
  to: readonly string[]
  cc: readonly string[]
}

/**
 * 429 where a mail would exceed the limit of its organization (recipients within an hour), or of its address where Kontor
 * itself writes; says when it may go. Nothing that was refused counts.
 */
export async function assertMayMail(context: Context, { isSystem, to, cc }: Outgoing): Promise<void> {
  const { organizationId, services } = context
  const limit = isSystem ? mostToAddress : services.mailLimit
  if (!limit) return
  const counted = isSystem ? sql`is_system and recipients[1] = ${to[0]}` : sql`not is_system`
  const size = to.length + cc.length
  let used = await countRecipients(context, counted)
  // Near the limit operations of an organization wait for each other, so that together they do not exceed it.
  if ((used + size) * 2 > limit) {
    await context.query(
      select`pg_advisory_xact_lock(hashtextextended(${`mail limit ${organizationId} ${isSystem ? to[0] : ''}`}, 0))`,
    )
    used = await countRecipients(context, counted)
  }
  if (used + size > limit)
    throw rateLimited(await secondsUntilFree(context, counted, used + size - limit), textOf(limit, used, isSystem))
}

async function countRecipients(context: Context, counted: Sql): Promise<number> {
  const [row] = await context.query<{ used: number }>(
    select`coalesce(sum(cardinality(recipients) + cardinality(copies)), 0)::int as used from mails
        where organization_id = ${context.organizationId} and created_at > now() - interval '1 hour' and ${counted}`,
  )
  return row?.used ?? 0
}

/** When so many of the last hour's recipients are more than an hour ago. */
async function secondsUntilFree(context: Context, counted: Sql, needed: number): Promise<number> {
  const [row] = await context.query<{ wait: number }>(
    select`ceil(extract(epoch from hour.created_at + interval '1 hour' - now()))::int as wait from (
          select created_at, sum(cardinality(recipients) + cardinality(copies)) over (order by created_at, id) as freed from mails
          where organization_id = ${context.organizationId} and created_at > now() - interval '1 hour' and ${counted}
        ) hour where hour.freed >= ${needed} order by hour.created_at limit 1`,
  )
  return Math.max(1, row?.wait ?? 3600)
}

/** The organizations that have sent 80 % of the mails of an hour. */
export const busyMailers = (limit: number) => (reached: Reached) =>
  sql`select organization_id as "organizationId", sum(cardinality(recipients) + cardinality(copies))::int as sent from mails
      where created_at > now() - interval '1 hour' and not is_system and ${reached('organization_id')}
      group by organization_id having sum(cardinality(recipients) + cardinality(copies)) >= ${limit * 0.8}`

const textOf = (limit: number, used: number, isSystem: boolean): Bilingual =>
  isSystem
    ? {
        de: `An eine Adresse schreibt Kontor höchstens ${limit}-mal in der Stunde; Retry-After nennt die Wartezeit.`,
        en: `Kontor mails one address at most ${limit} times an hour; Retry-After says when to try again.`,
      }
    : {
        de: `Ihre Organisation versendet höchstens ${limit} E-Mails in der Stunde (je Empfänger), ${used} waren es schon. Es wurde nichts versendet; Retry-After nennt die Wartezeit.`,
        en: `Your organization sends at most ${limit} emails an hour (per recipient), and has sent ${used}. Nothing was sent; Retry-After says when to try again.`,
      }
