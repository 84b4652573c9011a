import { BigIntType, type Opt } from '@mikro-orm/core'
import { Entity, Enum, Property } from '@mikro-orm/decorators/legacy'
import { Field, Int, ObjectType, registerEnumType } from 'type-graphql'
import { Counted } from '#core/database/counter'
import { TenantEntity } from '#core/database/entity'
import { conflict, invalidField } from '#core/errors/problem'
import { DateTime, UUID } from '#core/schema/scalars'

export enum TimeEntryStatus {
  running = 'running',
  stopped = 'stopped',
}
registerEnumType(TimeEntryStatus, { name: 'TimeEntryStatus' })

/** Longest entry; a forgotten timer is stopped there. */
export const maxEntryDays = 31
const longest = maxEntryDays * 86_400_000

/** Counter of the seconds tracked on a project. */
export const timeCounterKey = (projectId: string) => `seconds:${projectId}`

/** Time tracked on a project; without an end it is a running timer. */
@ObjectType({
  simpleResolvers: true,
  description: 'Time that a member worked on a project; a running timer has no end.',
})
@Entity({ tableName: 'time_entries' })
@Counted(({ projectId, durationSeconds }: TimeEntry) => ({ [timeCounterKey(projectId)]: durationSeconds ?? 0 }))
export class TimeEntry extends TenantEntity {
  @Field(() => UUID, { description: 'Member who worked.' })
  @Property({ type: 'uuid' })
  userId!: string

  @Field(() => String, { description: 'Name of the member, kept when they leave.' })
  @Property({ type: 'text' })
  userName!: string

  @Field(() => UUID, { description: 'Project that was worked on.' })
  @Property({ type: 'uuid' })
  projectId!: string

  @Field(() => UUID, { nullable: true, description: 'Task that was worked on, if any.' })
  @Property({ type: 'uuid', nullable: true })
  taskId: string | null = null

  @Field(() => String, { nullable: true, description: 'What was done.' })
  @Property({ type: 'text', nullable: true })
  description: string | null = null

  @Field(() => DateTime, { description: 'When the work started.' })
  @Property({ type: 'datetime', columnType: 'timestamptz(3)' })
  startedAt!: Date

  @Field(() => DateTime, { nullable: true, description: 'When the work ended; null while the timer is running.' })
  @Property({ type: 'datetime', columnType: 'timestamptz(3)', nullable: true })
  endedAt: Date | null = null

  @Field(() => TimeEntryStatus, { description: 'Whether the timer is running or stopped.' })
  @Enum({ items: () => TimeEntryStatus, columnType: 'text' })
  status: Opt<TimeEntryStatus> = TimeEntryStatus.running

  @Field(() => Int, { nullable: true, description: 'Seconds from start to end; null while the timer is running.' })
  @Property({ type: 'integer', nullable: true })
  durationSeconds: number | null = null

  @Field(() => Boolean, { description: 'Whether the time may be invoiced.' })
  @Property({ type: 'boolean' })
  billable: Opt<boolean> = true

  /** Hourly rate in cents when the entry was created: the first of task, project, client, member and organization. */
  @Property({ type: new BigIntType('number'), nullable: true })
  hourlyRateCents: number | null = null

  @Field(() => UUID, { nullable: true, description: 'Invoice that bills the time; such an entry is locked.' })
  @Property({ type: 'uuid', nullable: true })
  invoiceId: string | null = null

  /** Sets start and end; 422 for the field in `sent` if that is impossible. Without an end the timer runs. */
  span(startedAt: Date, endedAt: Date | null, now: Date, sent: 'startedAt' | 'endedAt' = 'endedAt') {
    if (startedAt > now) throw invalidField('startedAt', inFuture)
    if (endedAt && endedAt > now) throw invalidField('endedAt', inFuture)
    if (endedAt && endedAt <= startedAt) throw invalidField(sent, sent === 'endedAt' ? notAfterStart : notBeforeEnd)
    if ((endedAt ?? now).getTime() - startedAt.getTime() > longest)
      throw invalidField(endedAt ? sent : 'startedAt', tooLong)
    this.startedAt = startedAt
    if (endedAt) this.stop(endedAt)
  }

  stop(at: Date) {
    const began = this.startedAt.getTime()
    this.endedAt = new Date(Math.min(Math.max(at.getTime(), began), began + longest))
    this.status = TimeEntryStatus.stopped
    this.durationSeconds = Math.floor((this.endedAt.getTime() - began) / 1000)
  }

  /** 409 if it is billed. */
  assertOpen() {
    if (this.invoiceId)
      throw conflict('invoice_locked', {
        de: 'Diese Zeit ist abgerechnet und kann nicht mehr geändert werden.',
        en: 'This time is invoiced and can no longer be changed.',
      })
  }
}

const inFuture = { de: 'liegt in der Zukunft', en: 'lies in the future' }
const notAfterStart = { de: 'muss nach dem Beginn liegen', en: 'must be after the start' }
const notBeforeEnd = { de: 'muss vor dem Ende liegen', en: 'must be before the end' }
const tooLong = {
  de: `macht den Eintrag länger als ${maxEntryDays} Tage`,
  en: `makes the entry longer than ${maxEntryDays} days`,
}
