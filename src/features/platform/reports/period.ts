import { ArgsType, Field } from 'type-graphql'
import { invalidField } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { CalendarDate } from '#core/schema/scalars'
import { assertDateRange } from '#core/time/date-range'

/** Both days are inclusive. */
@ArgsType()
export class PeriodArgs {
  @Field(() => CalendarDate, {
    nullable: true,
    description: 'First day, inclusive; defaults to 1 January of the year of `to`.',
  })
  from?: string

  @Field(() => CalendarDate, { nullable: true, description: 'Last day, inclusive; defaults to today (Europe/Berlin).' })
  to?: string
}

export interface Period {
  from: string
  to: string
}

const maxDays = 3660

/** 422 if the period ends before it begins or is longer than ten years. */
export function resolvePeriod({ clock }: Context, args: PeriodArgs): Period {
  const to = args.to ?? clock.today()
  const from = args.from ?? `${to.slice(0, 4)}-01-01`
  assertDateRange({ from, to })
  if ((Date.parse(to) - Date.parse(from)) / 86_400_000 > maxDays)
    throw invalidField('from', {
      de: 'liegt mehr als zehn Jahre vor dem Ende',
      en: 'is more than ten years before the end',
    })
  return { from, to }
}
