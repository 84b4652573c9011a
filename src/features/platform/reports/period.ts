import { ArgsType, Field } from 'type-graphql'
import { type Context } from '#core/context'
import { invalid } from '#core/errors'
import { CalendarDate } from '#core/graphql/scalars'

/** The days a report is about, both inclusive. */
@ArgsType()
export class PeriodArgs {
  @Field(() => CalendarDate, { nullable: true, description: 'The first day; that of the year of `to` unless sent.' })
  from?: string

  @Field(() => CalendarDate, { nullable: true, description: 'The last day; today in Berlin unless sent.' })
  to?: string
}

export interface Period {
  from: string
  to: string
}

/** As long a period is reported, in days. */
const longest = 3660

/** The period that is asked for; 422 where it ends before it begins or is longer than ten years. */
export function periodOf({ clock }: Context, args: PeriodArgs): Period {
  const to = args.to ?? clock.today()
  const from = args.from ?? `${to.slice(0, 4)}-01-01`
  if (to < from) throw invalid('to', { de: 'liegt vor dem Beginn', en: 'lies before the beginning' })
  if ((Date.parse(to) - Date.parse(from)) / 86_400_000 > longest)
    throw invalid('from', { de: 'liegt mehr als zehn Jahre vor dem Ende', en: 'is more than ten years before the end' })
  return { from, to }
}
