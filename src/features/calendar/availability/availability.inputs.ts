import { Field, InputType, Int } from 'type-graphql'
import { Between, ItemCount, NotNull, Pattern, TimeZone } from '#core/schema/checks'
import { CalendarDate } from '#core/schema/scalars'

const StartTimeOfDay = () =>
  Pattern(/^([01]\d|2[0-3]):[0-5]\d$/, { de: 'muss eine Uhrzeit wie 09:00 sein', en: 'must be a time such as 09:00' })

const EndTimeOfDay = () =>
  Pattern(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, {
    de: 'muss eine Uhrzeit wie 17:00 sein, höchstens 24:00',
    en: 'must be a time such as 17:00, at most 24:00',
  })

@InputType({ description: 'Hours of every week.' })
export class WeeklyHoursInput {
  @Field(() => Int, { description: 'Day of the week, 1 (Monday) to 7 (Sunday).' })
  @Between(1, 7)
  weekday!: number

  @Field(() => String, { description: 'When they begin, `HH:MM`.' })
  @StartTimeOfDay()
  start!: string

  @Field(() => String, {
    description:
      'When they end, `HH:MM`; `24:00` is the end of the day. What ends before it begins goes on until the next day.',
  })
  @EndTimeOfDay()
  end!: string
}

@InputType({ description: 'Hours of one day, or that it is closed.' })
export class DatedHoursInput {
  @Field(() => CalendarDate)
  date!: string

  @Field(() => String, { nullable: true })
  @StartTimeOfDay()
  start?: string | null

  @Field(() => String, { nullable: true })
  @EndTimeOfDay()
  end?: string | null

  @Field(() => Boolean, { nullable: true, description: 'Nothing can be booked on the day.' })
  @NotNull()
  closed?: boolean
}

@InputType({ description: 'The fields to change.' })
export class UpdateAvailabilityInput {
  @Field(() => String, { nullable: true })
  @NotNull()
  @TimeZone()
  timezone?: string

  @Field(() => [WeeklyHoursInput], {
    nullable: true,
    description: 'All hours of the week, in the place of the others.',
  })
  @NotNull()
  @ItemCount(0, 100)
  weekly?: WeeklyHoursInput[]

  @Field(() => [DatedHoursInput], { nullable: true, description: 'All such days, in the place of the others.' })
  @NotNull()
  @ItemCount(0, 1000)
  overrides?: DatedHoursInput[]
}
