import sql, { type Sql } from 'sql-template-tag'
import { Args, ArgsType, Ctx, Field, Query, Resolver } from 'type-graphql'
import { May } from '#core/access/authorization'
import type { Context } from '#core/operation/context'
import { OneOf } from '#core/schema/checks'
import { andDuringDays, andWhere, filterList, ListArgs, limitOffset, orderBy } from '#core/schema/list'
import { Rest } from '#core/schema/rest'
import { CalendarDate, UUID } from '#core/schema/scalars'
import { assertDateRange } from '#core/time/date-range'
import { auditActions, auditResources } from '../../../audit-actions.ts'
import { type AuditEntry, AuditEntryList, AuditVerification } from './audit-entry.type.ts'
import { auditLog } from './audit-log.policy.ts'
import { verifyOwnAuditLog } from './verify-own-audit-log.ts'

@ArgsType()
class AuditLogArgs extends ListArgs {
  @Field(() => UUID, { nullable: true, description: 'Only entries by this member.' })
  actor?: string

  @Field(() => String, { nullable: true, description: 'Only this action.' })
  @OneOf(auditActions)
  action?: string

  @Field(() => String, { nullable: true, description: 'Only entries about this type of resource.' })
  @OneOf(auditResources)
  resource?: string

  @Field(() => UUID, { nullable: true, description: 'Only entries about this resource.' })
  resourceId?: string

  @Field(() => CalendarDate, { nullable: true, description: 'First day (Europe/Berlin), inclusive.' })
  from?: string

  @Field(() => CalendarDate, { nullable: true, description: 'Last day (Europe/Berlin), inclusive.' })
  to?: string
}

@Resolver()
export class AuditLogResolver {
  @Rest('GET /audit-log')
  @May(auditLog.read)
  @Query(() => AuditEntryList, {
    description:
      'The audit log: changes of settings, members and tokens, exports and reversals. Entries are never removed.',
  })
  async auditLog(@Ctx() context: Context, @Args(() => AuditLogArgs) args: AuditLogArgs): Promise<AuditEntryList> {
    const { organizationId } = context
    assertDateRange(args)
    const matching = sql`from audit_entries a where a.organization_id = ${organizationId}${filterEntries(args)}`
    const { rows, total } = await context.page<FlatEntry>(
      sql`a.id, a.created_at as "createdAt", a.actor_type as "actorType", a.actor_id as "actorId", a.actor_name as "actorName",
          a.action, a.resource, a.resource_id as "resourceId", a.before, a.after,
          encode(a.previous_hash, 'hex') as "previousHash", encode(a.hash, 'hex') as hash`,
      matching,
      orderBy(args.sort, { created_at: 'sequence' }, 'a', 'sequence'),
      limitOffset(args),
    )
    const entries = rows.map(({ actorType, actorId, actorName, ...entry }) => ({
      ...entry,
      actor: { type: actorType, id: actorId, name: actorName },
    }))
    return { entries, total }
  }

  @Rest('GET /audit-log/verify')
  @May(auditLog.read)
  @Query(() => AuditVerification, {
    description:
      'Verifies the hashes of the whole audit log: whether an entry was changed, removed or added from outside.',
  })
  auditLogVerification(@Ctx() context: Context): Promise<AuditVerification> {
    return verifyOwnAuditLog(context)
  }
}

interface FlatEntry extends Omit<AuditEntry, 'actor'> {
  actorType: string
  actorId: string | null
  actorName: string
}

const filterEntries = ({ actor, action, resource, resourceId, q, updatedSince, ...days }: AuditLogArgs): Sql =>
  sql`${andWhere(actor, sql`a.actor_id = ${actor}`)}${andWhere(action, sql`a.action = ${action}`)}${andWhere(
    resource,
    sql`a.resource = ${resource}`,
  )}${andWhere(resourceId, sql`a.resource_id = ${resourceId}`)}${andDuringDays('a.created_at', days)}${andWhere(
    updatedSince,
    sql`a.created_at >= ${updatedSince}`,
  )}${filterList({ q }, 'a', ['a.actor_name', 'a.action'])}`
