import { Arg, Args, Ctx, Field, FieldResolver, Int, Mutation, ObjectType, Query, Resolver, Root } from 'type-graphql'
import { May } from '#core/access/may'
import type { Context } from '#core/context'
import { conflict, notFound } from '#core/errors'
import { CountedAs } from '#core/graphql/cost'
import { Cents, SafeInt, UUID } from '#core/graphql/scalars'
import { Refuses } from '#core/rest/refusals'
import { Embed, Rest } from '#core/rest/rest'
import { Invoice } from '#features/billing/invoices/invoice.entity'
import { invoices } from '#features/billing/invoices/invoice.policy'
import { Project } from '#features/work/projects/project.entity'
import { Task } from '#features/work/tasks/task.entity'
import { BillTimeInput } from './bill-time.inputs.ts'
import { billTime } from './bill-time.ts'
import { TimeEntry } from './time-entry.entity.ts'
import { CreateTimeEntryInput, StartTimerInput, TimeEntryListArgs, UpdateTimeEntryInput } from './time-entry.inputs.ts'
import { seesRate, timeEntries } from './time-entry.policy.ts'
import { readOverlaps, readRunning, readTimeEntries, readTimeEntry } from './time-entry.reads.ts'
import { createTimeEntry, deleteTimeEntry, startTimer, stopTimer, updateTimeEntry } from './track-time.ts'

@ObjectType({ simpleResolvers: true })
class TimeEntryList {
  @Field(() => [TimeEntry])
  timeEntries!: TimeEntry[]

  @Field(() => Int)
  total!: number

  @Field(() => SafeInt, {
    description: 'The seconds of all that match, over all pages; a running timer counts none yet.',
  })
  sumSeconds!: number
}

@Resolver(() => TimeEntry)
export class TimeEntryResolver {
  @Rest('GET /time-entries')
  @May(timeEntries.read)
  @Query(() => TimeEntryList, { description: 'Time that was worked, and timers that run.' })
  async timeEntries(
    @Ctx() context: Context,
    @Args(() => TimeEntryListArgs) args: TimeEntryListArgs,
  ): Promise<TimeEntryList> {
    const { rows, total, seconds } = await readTimeEntries(context, args)
    return { timeEntries: rows, total, sumSeconds: seconds }
  }

  @Rest('GET /time-entries/running')
  @Refuses('not_found')
  @May(timeEntries.read)
  @Query(() => TimeEntry, { nullable: true, description: "The caller's own timer; null (REST: 404) where none runs." })
  async runningTimer(@Ctx() context: Context): Promise<TimeEntry | null> {
    return (await readRunning(context, context.member.id)) ?? null
  }

  @Rest('GET /time-entries/{id}')
  @May(timeEntries.read)
  @Query(() => TimeEntry, { description: 'A time entry.' })
  async timeEntry(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<TimeEntry> {
    return found(await readTimeEntry(context, id))
  }

  @Rest('POST /time-entries/start', 201)
  @May(timeEntries.write)
  @Mutation(() => TimeEntry, { description: "Starts the caller's timer, and stops the one that runs." })
  startTimer(@Ctx() context: Context, @Arg('input', () => StartTimerInput) input: StartTimerInput): Promise<TimeEntry> {
    return startTimer(context, input)
  }

  @Rest('POST /time-entries/{id}/stop')
  @Refuses('invalid_state')
  @May(timeEntries.write)
  @Mutation(() => TimeEntry, { description: 'Stops a timer; 409 where it does not run.' })
  stopTimer(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<TimeEntry> {
    return stopTimer(context, id)
  }

  @Rest('POST /time-entries/{id}/continue', 201)
  @May(timeEntries.write)
  @Mutation(() => TimeEntry, { description: "Starts the caller's timer on what an entry was about." })
  async continueTimer(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<TimeEntry> {
    return startTimer(context, found(await readTimeEntry(context, id)))
  }

  @Rest('POST /time-entries', 201)
  @May(timeEntries.write)
  @Mutation(() => TimeEntry, { description: 'Writes down time after the fact.' })
  createTimeEntry(
    @Ctx() context: Context,
    @Arg('input', () => CreateTimeEntryInput) input: CreateTimeEntryInput,
  ): Promise<TimeEntry> {
    return createTimeEntry(context, input)
  }

  @Rest('PUT /time-entries/{id}')
  @Refuses('invoice_locked')
  @May(timeEntries.write)
  @Mutation(() => TimeEntry, {
    description: 'Updates a time entry: only the fields that are sent change. 409 once it is invoiced.',
  })
  updateTimeEntry(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('input', () => UpdateTimeEntryInput) input: UpdateTimeEntryInput,
    @Arg('version', () => Int, { nullable: true }) _version?: number,
  ): Promise<TimeEntry> {
    return updateTimeEntry(context, id, input)
  }

  @Rest('DELETE /time-entries/{id}')
  @Refuses('invoice_locked')
  @May(timeEntries.write)
  @Mutation(() => Boolean, { description: 'Deletes a time entry; 409 where it is invoiced.' })
  async deleteTimeEntry(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<boolean> {
    await deleteTimeEntry(context, id)
    return true
  }

  @Rest('POST /invoices/from-time-entries', 201)
  @Refuses('invalid_state')
  @May(invoices.write)
  @Mutation(() => Invoice, {
    description: 'A draft of the unbilled billable time of a client; 409 where there is none.',
  })
  invoiceFromTimeEntries(
    @Ctx() context: Context,
    @Arg('input', () => BillTimeInput) input: BillTimeInput,
  ): Promise<Invoice> {
    return billTime(context, input)
  }

  @Embed('id', 'name')
  @FieldResolver(() => Project)
  async project(@Root() { projectId }: TimeEntry, @Ctx() context: Context): Promise<Project> {
    return (await context.one(Project, projectId)) as Project
  }

  @Embed('id', 'title')
  @FieldResolver(() => Task, { nullable: true })
  async task(@Root() { taskId }: TimeEntry, @Ctx() context: Context): Promise<Task | null> {
    return taskId ? ((await context.one(Task, taskId)) ?? null) : null
  }

  @FieldResolver(() => Cents, {
    nullable: true,
    description:
      'Of an hour: the first set of task, project, client, member and organization when it was written. Shown to the person and to who may read invoices.',
  })
  hourlyRateCents(@Root() { userId, hourlyRateCents }: TimeEntry, @Ctx() context: Context): number | null {
    return context.tellsAll || seesRate(context.caller, userId) ? hourlyRateCents : null
  }

  @CountedAs(3)
  @FieldResolver(() => [UUID], { description: 'Other entries of the same person over the same time, by their ids.' })
  overlaps(@Root() { id }: TimeEntry, @Ctx() context: Context): Promise<string[]> {
    return context.batch(
      'time_entry.overlaps',
      id,
      (ids) => readOverlaps(context, ids),
      (rows, wanted) => rows.filter((row) => row.id === wanted).map(({ other }) => other),
    )
  }
}

function found(entry: TimeEntry | undefined): TimeEntry {
  if (!entry) throw notFound()
  return entry
}

const invoiced = () =>
  conflict('conflict', {
    de: 'Davon ist Zeit abgerechnet; es kann nicht gelöscht werden.',
    en: 'Time of it is invoiced; it cannot be deleted.',
  })

/** What the constraints of the time entries' table mean to the caller. */
export const timeEntryConstraints = {
  time_entries_project_id_fkey: invoiced,
  time_entries_task_id_fkey: invoiced,
}
