import { Args, ArgsType, Ctx, Field, ObjectType, Query, Resolver } from 'type-graphql'
import { May } from '#core/access/authorization'
import { invalidField } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { OneOf } from '#core/schema/checks'
import { ListCost } from '#core/schema/cost'
import { Rest } from '#core/schema/rest'
import { CalendarDate } from '#core/schema/scalars'
import { holidayRegions } from '#core/text/holiday-regions'
import { addDays, daysBetween } from '#core/time/clock'
import { assertDateRange } from '#core/time/date-range'
import { readOrganization } from '#features/people/organizations/organization.reads'
import { computeHolidays } from './compute-holidays.ts'
import { holidays } from './holidays.policy.ts'

const maxDays = 366

@ArgsType()
class HolidaysArgs {
  @Field(() => CalendarDate, { nullable: true, description: 'First day, inclusive; defaults to today.' })
  from?: string

  @Field(() => CalendarDate, {
    nullable: true,
    description: `Last day, inclusive; defaults to the last of ${maxDays} days, which is the most.`,
  })
  to?: string

  @Field(() => String, {
    nullable: true,
    description: "German state, ISO 3166-2, or a place in one; defaults to the organization's `holiday_region`.",
  })
  @OneOf(holidayRegions)
  region?: string
}

@ObjectType({ simpleResolvers: true, description: 'A public holiday.' })
class PublicHoliday {
  @Field(() => CalendarDate, { description: 'Day of the holiday.' })
  date!: string

  @Field(() => String, { description: "Name, in the caller's language." })
  name!: string
}

@ObjectType({ simpleResolvers: true, description: 'The public holidays of a state, or of a place in one.' })
class PublicHolidays {
  @Field(() => String, {
    nullable: true,
    description: 'German state, or place in one; null where the organization names none.',
  })
  region!: string | null

  @ListCost(20)
  @Field(() => [PublicHoliday], { description: 'The holidays by date; none without a region.' })
  holidays!: PublicHoliday[]
}

@Resolver()
export class HolidaysResolver {
  @Rest('GET /calendar/holidays')
  @May(holidays.read)
  @Query(() => PublicHolidays, { description: 'Public holidays of a German state, or of a place in one.' })
  async holidays(@Ctx() context: Context, @Args(() => HolidaysArgs) args: HolidaysArgs): Promise<PublicHolidays> {
    const from = args.from ?? context.clock.today()
    const to = args.to ?? addDays(from, maxDays - 1)
    assertDateRange({ from, to })
    if (daysBetween(from, to) >= maxDays) throw invalidField('to', tooLong)
    const region = args.region ?? (await readOrganization(context)).holidayRegion
    const found = region ? await computeHolidays(context, region, { from, to }) : []
    return { region, holidays: found.map(({ date, name }) => ({ date, name: name[context.language] })) }
  }
}

const tooLong = {
  de: `liegt mehr als ${maxDays} Tage nach dem Beginn`,
  en: `is more than ${maxDays} days after the start`,
}
