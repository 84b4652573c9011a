import { Entity, Property } from '@mikro-orm/decorators/legacy'
import { Field, Int, ObjectType } from 'type-graphql'
import { TenantEntity } from '#core/database/entity'
import { ListCost } from '#core/schema/cost'
import { CalendarDate } from '#core/schema/scalars'

@ObjectType({ simpleResolvers: true, description: 'Hours in which somebody can be booked, every week.' })
export class WeeklyHours {
  @Field(() => Int, { description: 'Day of the week, 1 (Monday) to 7 (Sunday).' })
  weekday!: number

  @Field(() => String, { description: 'When they begin, `HH:MM`.' })
  start!: string

  @Field(() => String, { description: 'When they end, `HH:MM`; before `start`: on the next day.' })
  end!: string
}

@ObjectType({ simpleResolvers: true, description: 'Hours of one day, in the place of those of its weekday.' })
export class DatedHours {
  @Field(() => CalendarDate, { description: 'The day.' })
  date!: string

  @Field(() => String, { nullable: true, description: 'When they begin, `HH:MM`; null on a closed day.' })
  start!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'When they end, `HH:MM`; before `start`: on the next day; null on a closed day.',
  })
  end!: string | null

  @Field(() => Boolean, { description: 'Nothing can be booked on the day.' })
  closed!: boolean
}

/** A member's availability, in local time. Its id is the member's. */
@ObjectType({ simpleResolvers: true, description: 'When a member can be booked, by the clock of a time zone.' })
@Entity({ tableName: 'booking_availabilities' })
export class Availability extends TenantEntity {
  @Field(() => String, { description: 'IANA time zone of the hours.' })
  @Property({ type: 'text' })
  timezone!: string

  @ListCost(10)
  @Field(() => [WeeklyHours], { description: 'Hours of every week; several of one day add up.' })
  @Property({ type: 'json', columnType: 'jsonb' })
  weekly!: WeeklyHours[]

  @ListCost(10)
  @Field(() => [DatedHours], { description: 'Days with hours of their own; several of one day add up.' })
  @Property({ type: 'json', columnType: 'jsonb' })
  overrides!: DatedHours[]
}

/** Hours of members who have not set any. */
export const defaultWeeklyHours: readonly WeeklyHours[] = [1, 2, 3, 4, 5].map((weekday) => ({
  weekday,
  start: '09:00',
  end: '17:00',
}))
