import { ArgsType, Field } from 'type-graphql'
import { invalidField } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { CalendarDate } from '#core/schema/scalars'
import { assertDateRange } from '#core/time/date-range'

/** The days a report is about, both inclusive. */
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

/** As long a period is reported, in days. */
const maxDays = 3660

/** The period that is asked for; 422 where it ends before it begins or is longer than ten years. */
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
