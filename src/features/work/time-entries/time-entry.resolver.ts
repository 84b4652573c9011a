import type { GraphQLResolveInfo } from 'graphql'
import {
  Arg,
  Args,
  Ctx,
  Field,
  FieldResolver,
  Info,
  Int,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql'
import { May } from '#core/access/authorization'
import { conflict } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { ListCost } from '#core/schema/cost'
import { Refuses } from '#core/schema/error-codes'
import { createListType } from '#core/schema/list'
import { Embed, Rest } from '#core/schema/rest'
import type { Row, RowOrEntity } from '#core/schema/row'
import { Cents, SafeInt, UUID } from '#core/schema/scalars'
import { InvoicePreview } from '#features/billing/invoices/drafts/preview-draft'
import { Invoice } from '#features/billing/invoices/invoice.entity'
import { invoices } from '#features/billing/invoices/invoice.policy'
import { Project } from '#features/work/projects/project.entity'
import { Task } from '#features/work/tasks/task.entity'
import { BillTimeInput } from './bill-time.inputs.ts'
import { billTime, previewTimeInvoice } from './bill-time.ts'
import { TimeEntry } from './time-entry.entity.ts'
import { CreateTimeEntryInput, StartTimerInput, TimeEntryListArgs, UpdateTimeEntryInput } from './time-entry.inputs.ts'
import { canSeeRate, timeEntries } from './time-entry.policy.ts'
import { readOverlaps, readRunningTimer, readTimeEntries } from './time-entry.reads.ts'
import { createTimeEntry, deleteTimeEntry, startTimer, stopTimer, updateTimeEntry } from './track-time.ts'

@ObjectType({ simpleResolvers: true })
class TimeEntryList extends createListType('timeEntries', TimeEntry) {
  @Field(() => SafeInt, {
    description: 'Tracked seconds of all matching entries over all pages; running timers are not yet counted.',
  })
  sumSeconds!: number
}

@Resolver(() => TimeEntry)
export class TimeEntryResolver {
  @Rest('GET /time-entries')
  @May(timeEntries.read)
  @Query(() => TimeEntryList, { description: 'The time entries and running timers.' })
  async timeEntries(
    @Ctx() context: Context,
    @Args(() => TimeEntryListArgs) args: TimeEntryListArgs,
    @Info() info: GraphQLResolveInfo,
  ): Promise<TimeEntryList> {
    const { rows, total, seconds } = await readTimeEntries(context, args, info)
    return { timeEntries: rows, total, sumSeconds: seconds }
  }

  @Rest('GET /time-entries/running')
  @Refuses('not_found')
  @May(timeEntries.read)
  @Query(() => TimeEntry, {
    nullable: true,
    description: "The caller's running timer; null (REST: 404) if there is none.",
  })
  async runningTimer(@Ctx() context: Context): Promise<Row<TimeEntry> | null> {
    return (await readRunningTimer(context, context.member.id)) ?? null
  }

  @Rest('GET /time-entries/{id}')
  @May(timeEntries.read)
  @Query(() => TimeEntry, { description: 'A time entry.' })
  async timeEntry(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<Row<TimeEntry>> {
    return context.read(TimeEntry, id)
  }

  @Rest('POST /time-entries/start', 201)
  @May(timeEntries.write)
  @Mutation(() => TimeEntry, { description: 'Starts a timer for the caller and stops their running one.' })
  startTimer(@Ctx() context: Context, @Arg('input', () => StartTimerInput) input: StartTimerInput): Promise<TimeEntry> {
    return startTimer(context, input)
  }

  @Rest('POST /time-entries/{id}/stop')
  @Refuses('invalid_state')
  @May(timeEntries.write)
  @Mutation(() => TimeEntry, { description: 'Stops a running timer; 409 if it is not running.' })
  stopTimer(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<TimeEntry> {
    return stopTimer(context, id)
  }

  @Rest('POST /time-entries/{id}/continue', 201)
  @May(timeEntries.write)
  @Mutation(() => TimeEntry, {
    description: "Starts the caller's timer with the project, task and description of an existing entry.",
  })
  async continueTimer(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<TimeEntry> {
    return startTimer(context, await context.read(TimeEntry, id))
  }

  @Rest('POST /time-entries', 201)
  @May(timeEntries.write)
  @Mutation(() => TimeEntry, { description: 'Adds a time entry for work already done.' })
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
  @Mutation(() => Boolean, { description: 'Deletes a time entry; 409 if it is invoiced.' })
  async deleteTimeEntry(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<boolean> {
    await deleteTimeEntry(context, id)
    return true
  }

  @Rest('POST /invoices/from-time-entries', 201)
  @Refuses('invalid_state')
  @May(invoices.write)
  @Mutation(() => Invoice, {
    description: 'Creates a draft from the unbilled billable time of a client; 409 if there is none.',
  })
  invoiceFromTimeEntries(
    @Ctx() context: Context,
    @Arg('input', () => BillTimeInput) input: BillTimeInput,
  ): Promise<Invoice> {
    return billTime(context, input)
  }

  @Rest('POST /invoices/from-time-entries/preview')
  @Refuses('invalid_state')
  @May(invoices.write)
  @Query(() => InvoicePreview, {
    description:
      'The lines and sums of the draft that this time would make; refused as creating it would be. Nothing is kept or locked.',
  })
  timeEntriesPreview(
    @Ctx() context: Context,
    @Arg('input', () => BillTimeInput) input: BillTimeInput,
  ): Promise<InvoicePreview> {
    return previewTimeInvoice(context, input)
  }

  @Embed('id', 'name')
  @FieldResolver(() => Project)
  async project(@Root() { projectId }: RowOrEntity<TimeEntry>, @Ctx() context: Context): Promise<Row<Project>> {
    return (await context.loadOne(Project, projectId)) as Row<Project>
  }

  @Embed('id', 'title')
  @FieldResolver(() => Task, { nullable: true })
  async task(@Root() { taskId }: RowOrEntity<TimeEntry>, @Ctx() context: Context): Promise<Row<Task> | null> {
    return taskId ? ((await context.loadOne(Task, taskId)) ?? null) : null
  }

  @FieldResolver(() => Cents, {
    nullable: true,
    description:
      'Of an hour: the first set of task, project, client, member and organization when it was written. Shown to the person and to who may read invoices.',
  })
  hourlyRateCents(@Root() { userId, hourlyRateCents }: RowOrEntity<TimeEntry>, @Ctx() context: Context): number | null {
    return context.isSnapshot || canSeeRate(context.caller, userId) ? hourlyRateCents : null
  }

  @ListCost(3)
  @FieldResolver(() => [UUID], { description: 'Ids of overlapping entries of the same member.' })
  overlaps(@Root() { id }: RowOrEntity<TimeEntry>, @Ctx() context: Context): Promise<string[]> {
    return context.batch(
      'time_entry.overlaps',
      id,
      (ids) => readOverlaps(context, ids),
      (rows, wanted) => rows.filter((row) => row.id === wanted).map(({ other }) => other),
    )
  }
}

const invoiced = () =>
  conflict('conflict', {
    de: 'Davon ist Zeit abgerechnet; es kann nicht gelöscht werden.',
    en: 'Time of it is invoiced; it cannot be deleted.',
  })

/** Errors for violated constraints of time entries. */
export const timeEntryConstraints = {
  time_entries_project_id_fkey: invoiced,
  time_entries_task_id_fkey: invoiced,
}
