import sql from 'sql-template-tag'
import { Arg, Args, Ctx, Field, InputType, Mutation, ObjectType, Query, Resolver } from 'type-graphql'
import { May } from '#core/access/authorization'
import { createLinkToken } from '#core/access/link-token'
import { select } from '#core/database/select'
import { conflict, notFound } from '#core/errors/problem'
import { basePath } from '#core/http/path'
import { selectAllColumns } from '#core/operation/columns'
import type { Context } from '#core/operation/context'
import { assertRecentAuthentication } from '#core/operation/recent-authentication'
import { Name } from '#core/schema/checks'
import { createListType, filterList, ListArgs, limitOffset, orderBy } from '#core/schema/list'
import { Rest } from '#core/schema/rest'
import { UUID } from '#core/schema/scalars'
import { calendarEvents } from '../events/calendar-event.policy.ts'
import { CalendarFeed } from './calendar-feed.entity.ts'

const maxFeeds = 20

@ObjectType({ simpleResolvers: true })
class CalendarFeedList extends createListType('feeds', CalendarFeed) {}

@ObjectType({ simpleResolvers: true, description: 'A new feed, with its address, which is shown only once.' })
export class IssuedCalendarFeed extends CalendarFeed {
  @Field(() => String, { description: 'Address to subscribe to; whoever has it reads the calendar. Shown only once.' })
  url!: string
}

@InputType({ description: 'The feed to create.' })
class CreateCalendarFeedInput {
  @Field(() => String, { description: 'Name of the feed, for people: where it is subscribed to.' })
  @Name(100)
  name!: string
}

@Resolver(() => CalendarFeed)
export class CalendarFeedResolver {
  @Rest('GET /calendar/feeds')
  @May(calendarEvents.read)
  @Query(() => CalendarFeedList, { description: "The private addresses of the caller's calendar." })
  async calendarFeeds(@Ctx() context: Context, @Args(() => ListArgs) args: ListArgs): Promise<CalendarFeedList> {
    const { rows, total } = await context.page<CalendarFeed>(
      selectAllColumns(context, CalendarFeed, 'f'),
      sql`from calendar_feeds f
        where f.organization_id = ${context.organizationId} and f.user_id = ${context.member.id}${filterList(args, 'f', ['f.name'])}`,
      orderBy(args.sort, { created_at: 'created_at' }, 'f'),
      limitOffset(args),
    )
    return { feeds: rows, total }
  }

  @Rest('POST /calendar/feeds', 201)
  @May(calendarEvents.read)
  @Mutation(() => IssuedCalendarFeed, {
    description: `Creates a private address of the caller's calendar, of at most ${maxFeeds}. Only this response contains it.`,
  })
  async createCalendarFeed(
    @Ctx() context: Context,
    @Arg('input', () => CreateCalendarFeedInput) { name }: CreateCalendarFeedInput,
  ): Promise<IssuedCalendarFeed> {
    const { organizationId, services, member } = context
    await assertRecentAuthentication(context)
    await assertFeedLimit(context)
    const { token, hash } = createLinkToken(organizationId)
    const feed = context.create(CalendarFeed, { userId: member.id, name, hash })
    context.audit('calendar_feed.created', feed)
    return Object.assign(feed, { url: `${services.publicUrl}${basePath}/calendar/feed/${token}.ics` })
  }

  @Rest('DELETE /calendar/feeds/{id}')
  @May(calendarEvents.read)
  @Mutation(() => Boolean, { description: 'Revokes a feed: its address leads nowhere from then on.' })
  async deleteCalendarFeed(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<boolean> {
    const feed = await context.load(CalendarFeed, id)
    // 404, as for another organization's feed.
    if (feed.userId !== context.member.id) throw notFound()
    context.audit('calendar_feed.deleted', feed)
    context.em.remove(feed)
    return true
  }
}

/** 409 at the limit. Locks the member, so that concurrent requests cannot exceed it. */
async function assertFeedLimit(context: Context) {
  const { organizationId, member } = context
  await context.query(
    select`from members where organization_id = ${organizationId} and id = ${member.id} for no key update`,
  )
  const [row] = await context.query<{ kept: number }>(
    select`count(*) as kept from calendar_feeds where organization_id = ${organizationId} and user_id = ${member.id}`,
  )
  if (Number(row?.kept ?? 0) >= maxFeeds)
    throw conflict('conflict', {
      de: `Mehr als ${maxFeeds} Kalender-Adressen sind nicht möglich: Bitte zuerst eine löschen.`,
      en: `A member has at most ${maxFeeds} calendar addresses: please delete one first.`,
    })
}
