import sql from 'sql-template-tag'
import { Args, ArgsType, Ctx, Field, Query, Resolver } from 'type-graphql'
import { May } from '#core/access/authorization'
import { securityEventKinds } from '#core/access/security-event'
import type { Context } from '#core/operation/context'
import { OneOf } from '#core/schema/checks'
import { andDuringDays, andWhere, filterList, ListArgs, limitOffset, orderBy } from '#core/schema/list'
import { Rest } from '#core/schema/rest'
import { CalendarDate, UUID } from '#core/schema/scalars'
import { assertDateRange } from '#core/time/date-range'
import { type SecurityLogEntry, SecurityLogEntryList } from './security-event.type.ts'
import { securityEventsTable, securityLogDays } from './security-events-table.ts'
import { securityLog } from './security-log.policy.ts'

@ArgsType()
class SecurityLogArgs extends ListArgs {
  @Field(() => UUID, { nullable: true, description: 'Only entries about this member.' })
  memberId?: string

  @Field(() => String, { nullable: true, description: 'Only entries of this kind.' })
  @OneOf(securityEventKinds)
  kind?: string

  @Field(() => CalendarDate, { nullable: true, description: 'First day (Europe/Berlin), inclusive.' })
  from?: string

  @Field(() => CalendarDate, { nullable: true, description: 'Last day (Europe/Berlin), inclusive.' })
  to?: string
}

@Resolver()
export class SecurityLogResolver {
  @Rest('GET /security-log')
  @May(securityLog.own)
  @Query(() => SecurityLogEntryList, {
    description: `Sign-ins, failed attempts, ended sessions and the use of API tokens in the last ${securityLogDays} days: of the caller, and for owners of every member.`,
  })
  async securityLog(
    @Ctx() context: Context,
    @Args(() => SecurityLogArgs) args: SecurityLogArgs,
  ): Promise<SecurityLogEntryList> {
    const { organizationId, member, clock } = context
    const { memberId, kind, q, updatedSince } = args
    assertDateRange(args)
    if (memberId && memberId !== member.id) context.assertMay(securityLog.all)
    const of = memberId ?? (context.may(securityLog.all) ? null : member.id)
    const since = new Date(clock.now().getTime() - securityEventsTable.retentionMs)
    const { rows, total } = await context.page<SecurityLogEntry>(
      sql`e.id, e.created_at as "createdAt", e.kind, e.member_id as "memberId", m.name as "memberName",
          e.actor_id as "actorId", e.device, e.network, e.name`,
      sql`from security_events e left join members m on m.organization_id = e.organization_id and m.id = e.member_id
          where e.organization_id = ${organizationId} and e.created_at >= ${since}${andWhere(
            of,
            sql`e.member_id = ${of}`,
          )}${andWhere(kind, sql`e.kind = ${kind}`)}${andDuringDays('e.created_at', args)}${andWhere(
            updatedSince,
            sql`e.created_at >= ${updatedSince}`,
          )}${filterList({ q }, 'e', ['m.name', 'e.device', 'e.network', 'e.name'])}`,
      orderBy(args.sort, { created_at: 'created_at' }, 'e'),
      limitOffset(args),
    )
    return { entries: rows, total }
  }
}
