import sql from 'sql-template-tag'
import { Arg, Ctx, Field, Float, InputType, Mutation, ObjectType, Query, Resolver } from 'type-graphql'
import { May } from '#core/access/authorization'
import { invalidField, invalidState } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { Between, Decimals } from '#core/schema/checks'
import { ListCost } from '#core/schema/cost'
import { CalendarDate } from '#core/schema/scalars'
import { addDays } from '#core/time/clock'
import { readBaseRates } from './base-rates.ts'
import { startOfHalfYear } from './claim/interest.ts'
import { reminders } from './reminder.policy.ts'

@ObjectType({ simpleResolvers: true, description: 'A base rate of § 247 BGB.' })
class BaseRate {
  @Field(() => CalendarDate, { description: 'First day that it holds on; it holds until the next one.' })
  validFrom!: string

  @Field(() => Float, { description: 'Rate in percent.' })
  percent!: number
}

@ObjectType({ simpleResolvers: true, description: 'The base rates of § 247 BGB.' })
class BaseRates {
  @ListCost(20)
  @Field(() => [BaseRate], { description: 'Rates that are known, the latest first.' })
  rates!: BaseRate[]

  @Field(() => CalendarDate, {
    nullable: true,
    description: 'First day of this half-year where its rate is missing; null where it is known.',
  })
  missingFrom!: string | null

  @Field(() => Boolean, {
    description: 'Whether the caller may enter one: an owner of the organization that runs the installation.',
  })
  editable!: boolean
}

@InputType({ description: 'The base rate of a half-year (§ 247 BGB).' })
class AddBaseRateInput {
  @Field(() => CalendarDate, {
    description: 'First day of the half-year: 1 January or 1 July, the next one at the latest.',
  })
  validFrom!: string

  @Field(() => Float, { description: 'Rate in percent, as the Bundesbank announces it.' })
  @Decimals(2)
  @Between(-10, 50)
  percent!: number
}

@Resolver()
export class BaseRateResolver {
  @May(reminders.read)
  @Query(() => BaseRates, { description: 'Base rates of § 247 BGB, by which default interest is calculated.' })
  async baseRates(@Ctx() context: Context): Promise<BaseRates> {
    const today = startOfHalfYear(context.clock.today())
    const known = await readBaseRates(context)
    return {
      rates: known.map(({ from, hundredths }) => ({ validFrom: from, percent: hundredths / 100 })).toReversed(),
      missingFrom: known.some(({ from }) => from === today) ? null : today,
      editable: context.may(reminders.addBaseRate) && (await runsInstallation(context)),
    }
  }

  @May(reminders.addBaseRate)
  @Mutation(() => BaseRates, {
    description:
      'Enters the base rate of a half-year for all organizations of the installation; 409 where there is one, and in an organization that does not run it. Letters that were sent stay as they are.',
  })
  async addBaseRate(
    @Ctx() context: Context,
    @Arg('input', () => AddBaseRateInput) { validFrom, percent }: AddBaseRateInput,
  ): Promise<BaseRates> {
    if (!(await runsInstallation(context))) throw notTheOperator()
    const next = startOfHalfYear(addDays(startOfHalfYear(context.clock.today()), 184))
    if (startOfHalfYear(validFrom) !== validFrom || validFrom > next) throw notStartOfHalfYear()
    const added = await context.writeReturning(
      sql`insert into base_rates (valid_from, percent) values (${validFrom}, ${percent}) on conflict (valid_from) do nothing returning valid_from`,
    )
    if (added.length === 0) throw baseRateExists()
    context.audit('base_rate.added', { id: null, after: { valid_from: validFrom, percent } })
    return this.baseRates(context)
  }
}

/** Base rates apply to all organizations, so only the operator's organization may enter them. */
async function runsInstallation(context: Context): Promise<boolean> {
  const { organizationId } = await context.prepareOutside('installation', ({ notices }) => notices.readInstallation())
  return organizationId === context.organizationId
}

const notStartOfHalfYear = () =>
  invalidField('valid_from', {
    de: 'muss der 1. Januar oder 1. Juli sein, spätestens der nächste (§ 247 BGB)',
    en: 'must be 1 January or 1 July, the next one at the latest (§ 247 BGB)',
  })

const baseRateExists = () =>
  invalidState({
    de: 'Für dieses Halbjahr ist ein Basiszinssatz eingetragen. `kontor base-rate add --replace` berichtigt ihn.',
    en: 'There is a base rate for this half-year. `kontor base-rate add --replace` corrects it.',
  })

const notTheOperator = () =>
  invalidState({
    de: 'Den Basiszinssatz trägt ein, wer diese Installation betreibt; er gilt für alle Organisationen.',
    en: 'The base rate is entered by those who run this installation; it holds for all organizations.',
  })
