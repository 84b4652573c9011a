import { LockMode } from '@mikro-orm/core'
import sql, { empty, raw, type Sql } from 'sql-template-tag'
import { Field, ObjectType } from 'type-graphql'
import type { TenantEntity } from '#core/database/entity'
import { select } from '#core/database/select'
import type { Context } from '#core/operation/context'
import type { UndeliveredHandler } from '#core/operation/services'
import { ListCost } from '#core/schema/cost'
import { DateTime } from '#core/schema/scalars'
import type { Bilingual } from '#core/text/language'
import type { EventName } from '../../events.ts'
import { DeliveryState } from './delivery-state.ts'
import { formatFailure, type RecipientOutcomes } from './recipient-outcome.ts'

export { DeliveryState } from './delivery-state.ts'

@ObjectType({ simpleResolvers: true, description: 'What became of the last mail about a resource.' })
export class Delivery {
  @Field(() => DeliveryState, { description: 'State of the mail.' })
  state!: DeliveryState

  @Field(() => DateTime, { nullable: true, description: 'Since when it is in this state; null where none was mailed.' })
  at!: string | null

  @ListCost(3)
  @Field(() => [String], { description: 'Recipients of the mail, without those of copies.' })
  to!: readonly string[]

  @Field(() => String, {
    nullable: true,
    description:
      'Why it did not arrive, or is still to be tried again, in the language of the request; what the mail server said is quoted.',
  })
  reason!: string | null
}

export const noDelivery: Delivery = { state: DeliveryState.none, at: null, to: [], reason: null }

/** The kinds of mail that carry a resource to its recipient; other mails about it are not considered. */
export type MailKinds = readonly [string, ...string[]]

interface Last extends Delivery {
  subjectId: string
}

/** The delivery state of the last mail about a resource. */
export const loadDelivery = (context: Context, kinds: MailKinds, id: string): Promise<Delivery> =>
  context.batch(
    `delivery ${kinds[0]}`,
    id,
    (ids) => readDeliveries(context, kinds, ids),
    (rows, wanted) => rows.find(({ subjectId }) => subjectId === wanted) ?? noDelivery,
  )

/** Mails of erased guests have no recipients. */
export async function readDeliveries(context: Context, kinds: MailKinds, ids: readonly string[]): Promise<Last[]> {
  const rows = await context.queryBatched<Omit<Last, 'reason'> & { copies: string[]; outcomes: RecipientOutcomes }>(
    ids,
    select`distinct on (m.subject_id) m.subject_id as "subjectId", m.status as state,
          (case when m.status = 'sent' then m.sent_at else m.updated_at end)::text as at, m.recipients as "to", m.copies,
          m.outcomes
        from mails m
        where m.organization_id = ${context.organizationId} and m.subject_id = any(${ids}::uuid[])
          and m.kind = any(${kinds}::text[]) and m.recipients <> '{}'
        order by m.subject_id, m.created_at desc, m.id desc`,
  )
  return rows.map(({ copies, outcomes, ...row }) => ({
    ...row,
    reason: formatFailure([...row.to, ...copies], outcomes, context.language),
  }))
}

export const isUndelivered = ({ state }: Pick<Delivery, 'state'>) =>
  state === DeliveryState.failed || state === DeliveryState.bounced

/** The `delivery` filter of a list. */
export const DeliveryFilter = (): PropertyDecorator =>
  Field(() => [DeliveryState], {
    nullable: true,
    description: 'State of the last mail, as `delivery` shows it. Several values are separated by commas.',
  })

/** SQL condition: the last mail about a row is in one of the states. */
export function filterByDelivery(
  { organizationId }: Context,
  states: readonly DeliveryState[] | null | undefined,
  kinds: MailKinds,
  alias: string,
): Sql {
  if (!states) return empty
  const about = (mail: string) =>
    sql`${raw(mail)}.organization_id = ${organizationId} and ${raw(mail)}.subject_id = ${raw(alias)}.id
      and ${raw(mail)}.kind = any(${kinds}::text[]) and ${raw(mail)}.recipients <> '{}'`
  const isLast = sql`exists (select from mails mail where ${about('mail')} and mail.status = any(${states}::text[])
      and not exists (select from mails later where ${about('later')} and (later.created_at, later.id) > (mail.created_at, mail.id)))`
  return states.includes(DeliveryState.none)
    ? sql` and (${isLast} or not exists (select from mails mail where ${about('mail')}))`
    : sql` and ${isLast}`
}

interface Undelivered<Entity> {
  /** A generic name for use in mails, without number. */
  name: Bilingual
  /** Path in the app. */
  path(id: string): string
  /** The entity that the mails are about. */
  type: new () => Entity
  /** The event to record; none if the entity has no such event. */
  event?: EventName
  /** The entity's field, `delivery` by default. */
  field?: string
  /** Finds the entity if it is not the mail's subject. */
  find?(context: Context, subjectId: string): Promise<string | undefined>
}

/** Records a failed delivery as a change of the entity. */
export function deliveryFailureHandlers<Entity extends TenantEntity>(
  kinds: MailKinds,
  { type, name, path, event, field = 'delivery', find = async (_, id) => id }: Undelivered<Entity>,
): Record<string, UndeliveredHandler> {
  const record = async (context: Context, subjectId: string) => {
    const id = await find(context, subjectId)
    const found = id && (await context.em.findOne(type, { id } as never, { lockMode: LockMode.PESSIMISTIC_WRITE }))
    if (!found) return
    context.markFieldChanged(found as Entity, field)
    if (event) context.record(event as Exclude<EventName, `${string}.deleted`>, found)
  }
  const findPath = async (context: Context, subjectId: string) => {
    const id = await find(context, subjectId)
    return id && path(id)
  }
  return Object.fromEntries(kinds.map((kind) => [kind, { name, record, findPath }]))
}
