import type { Opt } from '@mikro-orm/core'
import { Entity, Enum, Property } from '@mikro-orm/decorators/legacy'
import { Field, ObjectType, registerEnumType } from 'type-graphql'
import { TenantEntity } from '#core/database/entity'
import { invalidField } from '#core/errors/problem'
import { CalendarDate, UUID } from '#core/schema/scalars'
import { daysBetween } from '#core/time/clock'

export enum AbsenceKind {
  vacation = 'vacation',
  sick = 'sick',
  other = 'other',
}
registerEnumType(AbsenceKind, { name: 'AbsenceKind', description: 'Why a member is away.' })

export enum DayHalf {
  morning = 'morning',
  afternoon = 'afternoon',
}
registerEnumType(DayHalf, { name: 'DayHalf', description: 'Half of a day; noon divides it.' })

/** The longest absence by law is parental leave of three years (§ 15 BEEG). */
const maxDays = 3 * 366

@ObjectType({
  simpleResolvers: true,
  description: 'Days on which a member is away. Their booking pages offer no times then.',
})
@Entity({ tableName: 'absences' })
export class Absence extends TenantEntity {
  @Field(() => UUID, { description: 'Member who is away.' })
  @Property({ type: 'uuid' })
  userId!: string

  /** Null to those who may not read it: see the resolver. */
  @Enum({ items: () => AbsenceKind, columnType: 'text' })
  kind: Opt<AbsenceKind> = AbsenceKind.vacation

  @Field(() => CalendarDate, { description: 'First day away.' })
  @Property({ type: 'date' })
  startsOn!: string

  @Field(() => CalendarDate, { description: 'Last day away.' })
  @Property({ type: 'date' })
  endsOn!: string

  @Field(() => Boolean, { description: 'Whether the member is away for half of the day only.' })
  @Property({ type: 'boolean' })
  halfDay: Opt<boolean> = false

  @Field(() => DayHalf, {
    nullable: true,
    description: 'Half of the day that the member is away; null for whole days.',
  })
  @Enum({ items: () => DayHalf, columnType: 'text', nullable: true })
  half: DayHalf | null = null

  /** Null to those who may not read it: see the resolver. */
  @Property({ type: 'text', nullable: true })
  note: string | null = null

  /** Throws 422 for impossible dates. A half day defaults to the morning. */
  validateDays() {
    const { startsOn, endsOn } = this
    if (endsOn < startsOn) throw invalidField('endsOn', beforeStart)
    if (daysBetween(startsOn, endsOn) >= maxDays) throw invalidField('endsOn', tooLong)
    if (this.halfDay && startsOn !== endsOn) throw invalidField('halfDay', notOneDay)
    if (this.half && !this.halfDay) throw invalidField('half', notHalf)
    if (this.halfDay) this.half ??= DayHalf.morning
  }
}

const beforeStart = { de: 'liegt vor dem ersten Tag', en: 'is before the first day' }
const tooLong = { de: 'macht die Abwesenheit länger als drei Jahre', en: 'makes the absence longer than three years' }
const notOneDay = { de: 'ist nur bei einem einzigen Tag möglich', en: 'is only possible for a single day' }
const notHalf = { de: 'braucht half_day', en: 'needs half_day' }
