import { BigIntType, type Opt } from '@mikro-orm/core'
import { Entity, Enum, Property } from '@mikro-orm/decorators/legacy'
import { Field, Int, ObjectType, registerEnumType } from 'type-graphql'
import { TenantEntity } from '../core/database/entity.ts'
import { conflict, invalid } from '../core/errors.ts'
import { Cents, DateTime, UUID } from '../core/graphql/scalars.ts'

export enum TimeEntryStatus {
  running = 'running',
  stopped = 'stopped',
}
registerEnumType(TimeEntryStatus, { name: 'TimeEntryStatus' })

/** The longest that somebody can have worked at one piece, as far as an entry after the fact goes. */
const mostDays = 31

/** Time that a person worked on a project, or works: a timer that runs has no end yet. */
@ObjectType({
  simpleResolvers: true,
  description: 'Time that a person worked on a project; a running timer has no end.',
})
@Entity({ tableName: 'time_entries' })
export class TimeEntry extends TenantEntity {
  @Field(() => UUID, { description: 'Who worked.' })
  @Property({ type: 'uuid' })
  userId!: string

  @Field(() => String, { description: 'Kept when the person leaves.' })
  @Property({ type: 'text' })
  userName!: string

  @Field(() => UUID)
  @Property({ type: 'uuid' })
  projectId!: string

  @Field(() => UUID, { nullable: true })
  @Property({ type: 'uuid', nullable: true })
  taskId: string | null = null

  @Field(() => String, { nullable: true })
  @Property({ type: 'text', nullable: true })
  description: string | null = null

  @Field(() => DateTime, { description: 'When the work began.' })
  @Property({ type: 'datetime', columnType: 'timestamptz(3)' })
  startedAt!: Date

  @Field(() => DateTime, { nullable: true, description: 'When the work ended; null while it runs.' })
  @Property({ type: 'datetime', columnType: 'timestamptz(3)', nullable: true })
  endedAt: Date | null = null

  @Field(() => TimeEntryStatus)
  @Enum({ items: () => TimeEntryStatus, columnType: 'text' })
  status: Opt<TimeEntryStatus> = TimeEntryStatus.running

  @Field(() => Int, { nullable: true, description: 'Whole seconds from start to end; null while it runs.' })
  @Property({ type: 'integer', nullable: true })
  durationSeconds: number | null = null

  @Field(() => Boolean, { description: 'Whether it may stand on an invoice.' })
  @Property({ type: 'boolean' })
  billable: Opt<boolean> = true

  @Field(() => Cents, {
    nullable: true,
    description: 'Of an hour: the first set of task, project, client, member and organization when it was written.',
  })
  @Property({ type: new BigIntType('number'), nullable: true })
  hourlyRateCents: number | null = null

  @Field(() => UUID, { nullable: true, description: 'The invoice it stands on; such an entry is locked.' })
  @Property({ type: 'uuid', nullable: true })
  invoiceId: string | null = null

  /** Sets the span of work; 422 where it cannot be. Without an end the timer runs. */
  span(startedAt: Date, endedAt: Date | null, now: Date) {
    if (startedAt > now) throw invalid('startedAt', { de: 'liegt in der Zukunft', en: 'lies in the future' })
    if (endedAt && endedAt <= startedAt)
      throw invalid('endedAt', { de: 'muss nach dem Beginn liegen', en: 'must be after the start' })
    if (endedAt && endedAt.getTime() - startedAt.getTime() > mostDays * 86_400_000)
      throw invalid('endedAt', {
        de: `liegt mehr als ${mostDays} Tage nach dem Beginn`,
        en: `is more than ${mostDays} days after the start`,
      })
    this.startedAt = startedAt
    if (endedAt) this.stop(endedAt)
  }

  /** Ends it, or moves its end. */
  stop(at: Date) {
    this.endedAt = at < this.startedAt ? this.startedAt : at
    this.status = TimeEntryStatus.stopped
    this.durationSeconds = Math.floor((this.endedAt.getTime() - this.startedAt.getTime()) / 1000)
  }

  /** 409 where it stands on an invoice. */
  assertOpen() {
    if (this.invoiceId)
      throw conflict('invoice_locked', {
        de: 'Diese Zeit ist abgerechnet und kann nicht mehr geändert werden.',
        en: 'This time is invoiced and can no longer be changed.',
      })
  }
}
