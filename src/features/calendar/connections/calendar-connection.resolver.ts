import sql from 'sql-template-tag'
import {
  Arg,
  Args,
  Ctx,
  FieldResolver,
  Int,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
  registerEnumType,
} from 'type-graphql'
import { May } from '#core/access/authorization'
import { notFound } from '#core/errors/problem'
import { selectAllColumns } from '#core/operation/columns'
import type { Context } from '#core/operation/context'
import { createListType, filterList, ListArgs, limitOffset, orderBy } from '#core/schema/list'
import { Rest } from '#core/schema/rest'
import type { RowOrEntity } from '#core/schema/row'
import { UUID } from '#core/schema/scalars'
import { calendarEvents } from '../events/calendar-event.policy.ts'
import { CalendarAccount, CalendarConnection } from './calendar-connection.entity.ts'
import {
  CalendarAccountInput,
  CreateCalendarConnectionInput,
  UpdateCalendarConnectionInput,
} from './calendar-connection.inputs.ts'
import { auditedConnectionColumns, connectCalendar, discoverAccount } from './connect-calendar.ts'
import { getSyncFaultMessage } from './dav/sync-failure.ts'
import { disconnectCalendar } from './disconnect-calendar.ts'
import { requestSync } from './request-sync.ts'

export enum CalendarConnectionState {
  waiting = 'waiting',
  synced = 'synced',
  failing = 'failing',
}
registerEnumType(CalendarConnectionState, {
  name: 'CalendarConnectionState',
  description: 'How a connection stands: not synchronized yet, synchronized, or failing since.',
})

@ObjectType({ simpleResolvers: true })
class CalendarConnectionList extends createListType('connections', CalendarConnection) {}

@Resolver(() => CalendarConnection)
export class CalendarConnectionResolver {
  @Rest('GET /calendar/connections')
  @May(calendarEvents.read)
  @Query(() => CalendarConnectionList, { description: "The connections of the caller's calendar with others." })
  async calendarConnections(
    @Ctx() context: Context,
    @Args(() => ListArgs) args: ListArgs,
  ): Promise<CalendarConnectionList> {
    const { rows, total } = await context.page<CalendarConnection>(
      selectAllColumns(context, CalendarConnection, 'c'),
      sql`from calendar_connections c
        where c.organization_id = ${context.organizationId} and c.user_id = ${context.member.id}${filterList(args, 'c', ['c.url', 'c.username'])}`,
      orderBy(args.sort, { created_at: 'created_at' }, 'c'),
      limitOffset(args),
    )
    return { connections: rows, total }
  }

  @Rest('POST /calendar/connections', 201)
  @May(calendarEvents.write)
  @Mutation(() => CalendarConnection, {
    description:
      "Connects the caller's calendar with those of an account at a CalDAV server, both ways. The account is looked at first: what is wrong with it is 422.",
  })
  createCalendarConnection(
    @Ctx() context: Context,
    @Arg('input', () => CreateCalendarConnectionInput) input: CreateCalendarConnectionInput,
  ): Promise<CalendarConnection> {
    return connectCalendar(context, input)
  }

  @Rest('POST /calendar/connections/find')
  @May(calendarEvents.write)
  @Mutation(() => CalendarAccount, {
    description:
      'The calendars of an account at a CalDAV server, of which some are chosen before it is connected. Nothing is kept; what is wrong with the account is 422.',
  })
  findCalendars(
    @Ctx() context: Context,
    @Arg('input', () => CalendarAccountInput) input: CalendarAccountInput,
  ): Promise<CalendarAccount> {
    return discoverAccount(context, input)
  }

  @Rest('PUT /calendar/connections/{id}')
  @May(calendarEvents.write)
  @Mutation(() => CalendarConnection, { description: 'Changes the settings of a connection.' })
  async updateCalendarConnection(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('input', () => UpdateCalendarConnectionInput) input: UpdateCalendarConnectionInput,
    @Arg('version', () => Int, { nullable: true }) _version?: number,
  ): Promise<CalendarConnection> {
    const connection = await loadOwnConnection(context, id)
    context.audit('calendar_connection.updated', connection, auditedConnectionColumns)
    context.assign(connection, input)
    return connection
  }

  @Rest('DELETE /calendar/connections/{id}')
  @May(calendarEvents.write)
  @Mutation(() => Boolean, {
    description:
      'Deletes a connection, and what it brought from the other calendar. There nothing is deleted, and what was made in Kontor stays in both.',
  })
  async deleteCalendarConnection(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<boolean> {
    const connection = await loadOwnConnection(context, id)
    context.audit('calendar_connection.deleted', connection, auditedConnectionColumns)
    await disconnectCalendar(context, connection)
    return true
  }

  @Rest('POST /calendar/connections/{id}/sync')
  @May(calendarEvents.write)
  @Mutation(() => CalendarConnection, {
    description: 'Has a connection synchronized now; the answer does not wait for it.',
  })
  async syncCalendarConnection(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
  ): Promise<CalendarConnection> {
    const connection = await loadOwnConnection(context, id)
    await requestSync(context, connection)
    return connection
  }

  @FieldResolver(() => CalendarConnectionState, { description: 'How it stands.' })
  state(@Root() { fault, lastSyncedAt }: RowOrEntity<CalendarConnection>): CalendarConnectionState {
    if (fault !== null) return CalendarConnectionState.failing
    return lastSyncedAt === null ? CalendarConnectionState.waiting : CalendarConnectionState.synced
  }

  @FieldResolver(() => String, { nullable: true, description: 'What is wrong, while it fails.' })
  lastError(@Root() { fault }: RowOrEntity<CalendarConnection>, @Ctx() context: Context): string | null {
    return fault && getSyncFaultMessage(fault)[context.language]
  }
}

/** 404 for a connection of another member. */
async function loadOwnConnection(context: Context, id: string): Promise<CalendarConnection> {
  const connection = await context.load(CalendarConnection, id)
  if (connection.userId !== context.member.id) throw notFound()
  return connection
}
