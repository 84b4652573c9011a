import sql from 'sql-template-tag'
import { Arg, Args, Ctx, FieldResolver, Int, Mutation, ObjectType, Query, Resolver, Root } from 'type-graphql'
import { May } from '#core/access/authorization'
import type { Role } from '#core/access/policy'
import { select } from '#core/database/select'
import { conflict, invalidField, missingField, unknownReference } from '#core/errors/problem'
import { selectAllColumns } from '#core/operation/columns'
import type { Context } from '#core/operation/context'
import { Refuses } from '#core/schema/error-codes'
import { andWhere, createListType, filterList, limitOffset, orderBy } from '#core/schema/list'
import { Embed, Rest } from '#core/schema/rest'
import type { Row, RowOrEntity } from '#core/schema/row'
import { UUID } from '#core/schema/scalars'
import { Member } from '#features/people/members/member.entity'
import { hostRoles } from '../availability/availability.reads.ts'
import { Assignment, EventType, type Question, QuestionKind } from './event-type.entity.ts'
import {
  CreateEventTypeInput,
  EventTypeListArgs,
  type QuestionInput,
  UpdateEventTypeInput,
} from './event-type.inputs.ts'
import { assertCanWriteEventType, eventTypes } from './event-type.policy.ts'

@ObjectType({ simpleResolvers: true })
class EventTypeList extends createListType('eventTypes', EventType) {}

@Resolver(() => EventType)
export class EventTypeResolver {
  @Rest('GET /booking/event-types')
  @May(eventTypes.read)
  @Query(() => EventTypeList, { description: 'What the members of the organization can be booked for.' })
  async eventTypes(
    @Ctx() context: Context,
    @Args(() => EventTypeListArgs) args: EventTypeListArgs,
  ): Promise<EventTypeList> {
    const { rows, total } = await context.page<EventType>(
      selectAllColumns(context, EventType, 't'),
      sql`from booking_event_types t where t.organization_id = ${context.organizationId}${andWhere(
        args.userId,
        sql`t.user_id = ${args.userId}`,
      )}${filterList(args, 't', ['t.name', 't.description'])}`,
      orderBy(args.sort, { created_at: 'created_at' }, 't'),
      limitOffset(args),
    )
    return { eventTypes: rows, total }
  }

  @Rest('GET /booking/event-types/{id}')
  @May(eventTypes.read)
  @Query(() => EventType, { description: 'An event type.' })
  eventType(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<Row<EventType>> {
    return context.read(EventType, id)
  }

  @Rest('POST /booking/event-types', 201)
  @Refuses('slug_taken')
  @May(eventTypes.write)
  @Mutation(() => EventType, {
    description: 'Creates an event type, which guests can book at once unless it is not active.',
  })
  async createEventType(
    @Ctx() context: Context,
    @Arg('input', () => CreateEventTypeInput) { questions = [], ...input }: CreateEventTypeInput,
  ): Promise<EventType> {
    const type = context.draft(EventType, {
      userId: context.member.id,
      ...input,
      questions: questions.map(parseQuestion),
    } as Partial<EventType>)
    await validateHosts(context, type, [])
    context.transaction.add(type)
    return type
  }

  @Rest('PUT /booking/event-types/{id}')
  @Refuses('slug_taken')
  @May(eventTypes.write)
  @Mutation(() => EventType, {
    description: 'Updates an event type: only the fields that are sent change. What is booked stays as it is.',
  })
  async updateEventType(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('input', () => UpdateEventTypeInput) { questions, ...input }: UpdateEventTypeInput,
    @Arg('version', () => Int, { nullable: true }) _version?: number,
  ): Promise<EventType> {
    const type = await context.load(EventType, id)
    assertCanWriteEventType(context, type.userId)
    const team = type.memberIds
    context.assign(type, {
      ...input,
      // A type without a team has no members.
      ...(input.assignment === Assignment.host && { memberIds: input.memberIds ?? [] }),
      ...(questions && { questions: questions.map(parseQuestion) }),
    } as Partial<EventType>)
    await validateHosts(context, type, team)
    return type
  }

  @Rest('DELETE /booking/event-types/{id}')
  @May(eventTypes.write)
  @Mutation(() => Boolean, { description: 'Deletes an event type; what is booked stays.' })
  async deleteEventType(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<boolean> {
    const type = await context.load(EventType, id)
    assertCanWriteEventType(context, type.userId)
    await context.runDeleteHandlers(type)
    context.em.remove(type)
    return true
  }

  @FieldResolver(() => Int, { description: 'Minutes from one slot to the next.' })
  slotIntervalMinutes(@Root() { slotIntervalMinutes, durationMinutes }: RowOrEntity<EventType>): number {
    return slotIntervalMinutes ?? durationMinutes
  }

  @Embed('id', 'name')
  @FieldResolver(() => Member, { description: 'Host, under whose address it is booked.' })
  async user(@Root() { userId }: RowOrEntity<EventType>, @Ctx() context: Context): Promise<Row<Member>> {
    return (await context.loadOne(Member, userId)) as Row<Member>
  }
}

/** Checks host and team. Only administrators may add other members than those already in `team`. */
async function validateHosts(context: Context, type: EventType, team: readonly string[]) {
  assertCanWriteEventType(context, type.userId)
  const isTeam = type.assignment !== Assignment.host
  if (isTeam && !type.memberIds.length) throw missingField('memberIds')
  if (!isTeam && type.memberIds.length)
    throw invalidField('memberIds', { de: 'gibt es nur in einem Team', en: 'are of a team alone' })
  for (const id of type.memberIds) if (!team.includes(id)) assertCanWriteEventType(context, id)
  const wanted = [type.userId, ...type.memberIds]
  const known = await context.query<{ id: string; role: Role }>(
    select`id, role from members where organization_id = ${context.organizationId} and id = any(${wanted}::uuid[])`,
  )
  const assertHost = (id: string, field: string) => {
    const member = known.find((each) => each.id === id)
    if (!member) throw unknownReference(field)
    if (!hostRoles.has(member.role) && !team.includes(id))
      throw invalidField(field, {
        de: 'kann mit dieser Rolle nicht gebucht werden',
        en: 'cannot be booked in their role',
      })
  }
  assertHost(type.userId, 'userId')
  for (const [index, id] of type.memberIds.entries()) assertHost(id, `memberIds.${index}`)
}

function parseQuestion(sent: QuestionInput, index: number): Question {
  const { key, label, kind = QuestionKind.text, required = false, choices = [] } = sent
  const field = `questions.${index}.choices`
  if (kind === QuestionKind.choice && !choices.length) throw missingField(field)
  if (kind !== QuestionKind.choice && choices.length)
    throw invalidField(field, { de: 'gibt es nur bei einer Auswahl', en: 'are of a choice alone' })
  const wrong = choices.some((choice) => choice.trim() === '' || choice.length > 200)
  if (wrong || new Set(choices).size < choices.length)
    throw invalidField(field, {
      de: 'müssen verschiedene Texte von 1 bis 200 Zeichen sein',
      en: 'must be different texts of 1 to 200 characters',
    })
  return { key, label, kind, required, choices }
}

export const eventTypeConstraints = {
  booking_event_types_slug_key: () =>
    conflict('slug_taken', { de: 'Diese Adresse ist vergeben.', en: 'This address is taken.' }, 'slug'),
}
