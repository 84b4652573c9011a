import { select } from '#core/database/select'
import { forbidden, invalidField, invalidState, missingEitherField } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import type { Row } from '#core/schema/row'
import { Member } from '#features/people/members/member.entity'
import { Project } from '#features/work/projects/project.entity'
import { Task } from '#features/work/tasks/task.entity'
import { loadRunningTimer } from './stop-timers.ts'
import { TimeEntry, TimeEntryStatus } from './time-entry.entity.ts'
import type { CreateTimeEntryInput, StartTimerInput, UpdateTimeEntryInput } from './time-entry.inputs.ts'
import { timeEntries } from './time-entry.policy.ts'
import { readHourlyRate } from './time-entry.reads.ts'

/** Starts the caller's timer and stops the running one at the same moment. */
export async function startTimer(context: Context, input: StartTimerInput): Promise<TimeEntry> {
  const { id: userId, name: userName } = context.member
  const [place] = await Promise.all([
    placeOf(context, input),
    // Serializes starts of a member across processes.
    context.query(
      select`from members where organization_id = ${context.organizationId} and id = ${userId} for no key update`,
    ),
  ])
  const { projectId, taskId } = place
  const [, , running] = await Promise.all([
    context.lockAgainstDeletion(Project, projectId),
    taskId && context.lockAgainstDeletion(Task, taskId),
    loadRunningTimer(context, userId),
  ])
  const now = context.clock.now()
  if (running) {
    running.stop(now)
    context.record('time_entry.stopped', running)
  }
  const hourlyRateCents = await readHourlyRate(context, { ...place, userId })
  const { description, billable } = input
  // The old timer is stopped first, as a unique index allows only one running timer.
  const entry = await context.insert(TimeEntry, {
    ...place,
    ...(description && { description }),
    ...(billable != null && { billable }),
    userId,
    userName,
    hourlyRateCents,
    startedAt: now,
  })
  context.record('time_entry.started', entry)
  return entry
}

/** 409 if it is not running. */
export async function stopTimer(context: Context, id: string): Promise<TimeEntry> {
  const entry = await loadOwn(context, id)
  if (entry.status !== TimeEntryStatus.running)
    throw invalidState({ de: 'Dieser Timer läuft nicht mehr.', en: 'This timer does not run any more.' })
  entry.stop(context.clock.now())
  context.record('time_entry.stopped', entry)
  return entry
}

export async function createTimeEntry(context: Context, input: CreateTimeEntryInput): Promise<TimeEntry> {
  const { userId, taskId: _task, projectId: _project, startedAt, endedAt, ...fields } = input
  const person = userId && userId !== context.member.id ? await otherPerson(context, userId) : context.member
  const place = await placeOf(context, input)
  const entry = context.create(TimeEntry, {
    ...(fields as Partial<TimeEntry>),
    ...place,
    userId: person.id,
    userName: person.name,
    billable: fields.billable ?? true,
    hourlyRateCents: fields.hourlyRateCents ?? (await readHourlyRate(context, { ...place, userId: person.id })),
  })
  entry.span(startedAt, endedAt, context.clock.now())
  context.record('time_entry.created', entry)
  return entry
}

/** An end for a running timer stops it. */
export async function updateTimeEntry(context: Context, id: string, input: UpdateTimeEntryInput): Promise<TimeEntry> {
  const { taskId, projectId, startedAt, endedAt, ...fields } = input
  const entry = await loadOwn(context, id)
  entry.assertOpen()
  const wasRunning = entry.status === TimeEntryStatus.running
  if (taskId !== undefined || projectId !== undefined) {
    const kept = taskId === undefined && projectId === entry.projectId ? entry.taskId : null
    const place = await placeOf(context, {
      taskId: taskId ?? kept,
      projectId: projectId ?? (taskId ? null : entry.projectId),
    })
    if (place.taskId !== entry.taskId || place.projectId !== entry.projectId)
      context.assign(entry, {
        ...place,
        hourlyRateCents: await readHourlyRate(context, { ...place, userId: entry.userId }),
      })
  }
  context.assign(entry, fields as Partial<TimeEntry>)
  if (startedAt || endedAt)
    entry.span(
      startedAt ?? entry.startedAt,
      endedAt ?? entry.endedAt,
      context.clock.now(),
      endedAt ? 'endedAt' : 'startedAt',
    )
  context.record(wasRunning && endedAt ? 'time_entry.stopped' : 'time_entry.updated', entry)
  return entry
}

/** 409 if it is billed. */
export async function deleteTimeEntry(context: Context, id: string) {
  const entry = await loadOwn(context, id)
  entry.assertOpen()
  const lastState = await context.snapshot('TimeEntry', entry)
  context.em.remove(entry)
  context.record('time_entry.deleted', entry, lastState)
}

/** 403 if it belongs to somebody else and the caller is not an administrator. */
async function loadOwn(context: Context, id: string): Promise<TimeEntry> {
  const entry = await context.load(TimeEntry, id)
  if (entry.userId !== context.member.id && !context.may(timeEntries.writeOfOthers)) throw forbidden()
  return entry
}

function otherPerson(context: Context, userId: string): Promise<Row<Member>> {
  context.assertMay(timeEntries.writeOfOthers)
  return context.readReferenced(Member, userId, 'userId')
}

/** The project and optionally the task. */
async function placeOf(
  context: Context,
  { taskId, projectId }: Pick<StartTimerInput, 'taskId' | 'projectId'>,
): Promise<{ taskId: string | null; projectId: string }> {
  if (taskId) {
    const task = await context.readReferenced(Task, taskId, 'taskId')
    if (projectId && projectId !== task.projectId)
      throw invalidField('projectId', { de: 'ist nicht das Projekt der Aufgabe', en: "is not the task's project" })
    return { taskId, projectId: task.projectId }
  }
  if (!projectId) throw missingEitherField('taskId', 'project_id')
  await context.readReferenced(Project, projectId, 'projectId')
  return { taskId: null, projectId }
}
