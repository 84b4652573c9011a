import { Arg, Args, Ctx, FieldResolver, Int, Mutation, ObjectType, Query, Resolver, Root } from 'type-graphql'
import { May } from '#core/access/authorization'
import { createRowPicker } from '#core/database/row-picker'
import type { Context } from '#core/operation/context'
import { createListType, NestedListArgs } from '#core/schema/list'
import { DetailList, Embed, Rest } from '#core/schema/rest'
import type { Row, RowOrEntity } from '#core/schema/row'
import { UUID } from '#core/schema/scalars'
import { Member } from '#features/people/members/member.entity'
import { Task } from '#features/work/tasks/task.entity'
import { Absence, AbsenceKind } from './absence.entity.ts'
import { AbsenceListArgs, CreateAbsenceInput, UpdateAbsenceInput } from './absence.inputs.ts'
import { absences, canSeeAbsenceReason } from './absence.policy.ts'
import { readAbsences, readTasksDue } from './absence.reads.ts'

@ObjectType({ simpleResolvers: true, description: 'A page of absences.' })
class AbsenceList extends createListType('absences', Absence) {}

@Resolver(() => Absence)
export class AbsenceResolver {
  @Rest('GET /absences')
  @May(absences.read)
  @Query(() => AbsenceList, { description: 'Who is away, and when.' })
  async absences(@Ctx() context: Context, @Args(() => AbsenceListArgs) args: AbsenceListArgs): Promise<AbsenceList> {
    const { rows, total } = await readAbsences(context, args)
    return { absences: rows, total }
  }

  @Rest('GET /absences/{id}')
  @May(absences.read)
  @Query(() => Absence, { description: 'An absence, with the tasks that are due meanwhile.' })
  async absence(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<Row<Absence>> {
    return context.read(Absence, id)
  }

  @Rest('POST /absences', 201)
  @May(absences.write)
  @Mutation(() => Absence, { description: 'Enters an absence; the booking pages of the member offer no times then.' })
  async createAbsence(
    @Ctx() context: Context,
    @Arg('input', () => CreateAbsenceInput) { userId, ...input }: CreateAbsenceInput,
  ): Promise<Absence> {
    if (userId && userId !== context.member.id) {
      context.assertMay(absences.writeOfOthers)
      await context.readReferenced(Member, userId, 'userId')
    }
    const absence = context.draft(Absence, { ...input, userId: userId ?? context.member.id })
    absence.validateDays()
    context.transaction.add(absence)
    context.record('absence.created', absence)
    return absence
  }

  @Rest('PUT /absences/{id}')
  @May(absences.write)
  @Mutation(() => Absence, { description: 'Updates an absence: only the fields that are sent change.' })
  async updateAbsence(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('input', () => UpdateAbsenceInput) input: UpdateAbsenceInput,
    @Arg('version', () => Int, { nullable: true }) _version?: number,
  ): Promise<Absence> {
    const absence = context.assign(await loadWritableAbsence(context, id), input)
    if (input.halfDay === false && input.half === undefined) absence.half = null
    absence.validateDays()
    context.record('absence.updated', absence)
    return absence
  }

  @Rest('DELETE /absences/{id}')
  @May(absences.write)
  @Mutation(() => Boolean, { description: 'Deletes an absence; the member can be booked again.' })
  async deleteAbsence(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<boolean> {
    const absence = await loadWritableAbsence(context, id)
    const lastState = await context.snapshot('Absence', absence)
    await context.runDeleteHandlers(absence)
    context.em.remove(absence)
    context.record('absence.deleted', absence, lastState)
    return true
  }

  @Embed('id', 'name')
  @FieldResolver(() => Member)
  async user(@Root() { userId }: RowOrEntity<Absence>, @Ctx() context: Context): Promise<Row<Member>> {
    return (await context.loadOne(Member, userId)) as Row<Member>
  }

  @FieldResolver(() => AbsenceKind, {
    nullable: true,
    description: 'Why the member is away; null to all but the member, owners and admins.',
  })
  kind(@Root() { userId, kind }: RowOrEntity<Absence>, @Ctx() context: Context): AbsenceKind | null {
    return isReasonVisible(context, userId) ? kind : null
  }

  @FieldResolver(() => String, { nullable: true, description: 'Note; null to all but the member, owners and admins.' })
  note(@Root() { userId, note }: RowOrEntity<Absence>, @Ctx() context: Context): string | null {
    return isReasonVisible(context, userId) ? note : null
  }

  @DetailList('id', 'title', 'dueDate', 'priority')
  @FieldResolver(() => [Task], {
    description: 'Open tasks of the member that are due while they are away, by due date.',
  })
  tasksDue(
    @Root() { id }: RowOrEntity<Absence>,
    @Ctx() context: Context,
    @Args(() => NestedListArgs) page: NestedListArgs,
  ): Promise<Row<Task>[]> {
    return context.batch(
      `absence.tasks_due ${page.page} ${page.perPage}`,
      id,
      (ids) => readTasksDue(context, ids, page),
      groupByAbsence,
    )
  }
}

const groupByAbsence = createRowPicker((row: { absenceId: string }) => row.absenceId)

const isReasonVisible = (context: Context, userId: string) =>
  context.isSnapshot || canSeeAbsenceReason(context.caller, userId)

/** Throws 403 for another member's absence unless the caller is an administrator. */
async function loadWritableAbsence(context: Context, id: string): Promise<Absence> {
  const absence = await context.load(Absence, id)
  if (absence.userId !== context.member.id) context.assertMay(absences.writeOfOthers)
  return absence
}
