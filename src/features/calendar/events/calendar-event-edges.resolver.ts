import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import type { Context } from '#core/operation/context'
import { loadNestedRows } from '#core/operation/nested-rows'
import { NestedListArgs } from '#core/schema/list'
import type { Row, RowOrEntity } from '#core/schema/row'
import { Client } from '#features/people/clients/client.entity'
import { Member } from '#features/people/members/member.entity'
import { Project } from '#features/work/projects/project.entity'
import { CalendarEvent } from './calendar-event.entity.ts'
import { calendarEvents } from './calendar-event.policy.ts'

const newest = 'newest first, a series once; null to those who may not read them.'

@Resolver(() => Project)
export class ProjectCalendarResolver {
  @FieldResolver(() => [CalendarEvent], { nullable: true, description: `Calendar events of the project, ${newest}` })
  calendarEvents(
    @Root() { id }: RowOrEntity<Project>,
    @Ctx() context: Context,
    @Args(() => NestedListArgs) page: NestedListArgs,
  ): Promise<Row<CalendarEvent>[]> | null {
    return context.mayRead(calendarEvents.read) ? loadNestedRows(context, CalendarEvent, 'project_id', id, page) : null
  }
}

@Resolver(() => Client)
export class ClientCalendarResolver {
  @FieldResolver(() => [CalendarEvent], { nullable: true, description: `Calendar events of the client, ${newest}` })
  calendarEvents(
    @Root() { id }: RowOrEntity<Client>,
    @Ctx() context: Context,
    @Args(() => NestedListArgs) page: NestedListArgs,
  ): Promise<Row<CalendarEvent>[]> | null {
    return context.mayRead(calendarEvents.read) ? loadNestedRows(context, CalendarEvent, 'client_id', id, page) : null
  }
}

@Resolver(() => Member)
export class MemberCalendarResolver {
  @FieldResolver(() => [CalendarEvent], {
    nullable: true,
    description: `Calendar events in the calendar of the member, ${newest}`,
  })
  calendarEvents(
    @Root() { id }: RowOrEntity<Member>,
    @Ctx() context: Context,
    @Args(() => NestedListArgs) page: NestedListArgs,
  ): Promise<Row<CalendarEvent>[]> | null {
    return context.mayRead(calendarEvents.read) ? loadNestedRows(context, CalendarEvent, 'user_id', id, page) : null
  }
}
