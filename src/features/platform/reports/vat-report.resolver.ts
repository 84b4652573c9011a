import { Args, Ctx, Field, FieldResolver, Float, ObjectType, Query, Resolver, Root } from 'type-graphql'
import { May } from '#core/access/may'
import type { Context } from '#core/context'
import { CountedAs } from '#core/graphql/cost'
import { CalendarDate, Cents, UUID } from '#core/graphql/scalars'
import { Embed, Rest } from '#core/rest/rest'
import { invoices } from '#features/billing/invoices/invoice.policy'
import { TaxCategory } from '#features/billing/invoices/line-item'
import { Client } from '#features/people/clients/client.entity'
import { readOrganization } from '#features/people/organizations/organization.reads'
import { PeriodArgs, periodOf } from './period.ts'
import { readVat } from './vat-report.reads.ts'

@ObjectType({ simpleResolvers: true, description: 'Tax of one category and rate.' })
class VatReportRow {
  @Field(() => TaxCategory, { description: 'Of EN 16931.' })
  taxCategory!: string

  @Field(() => Float, { description: 'In percent.' })
  taxRate!: number

  @Field(() => Cents, { description: 'What is taxed.' })
  netCents!: number

  @Field(() => Cents, { description: 'The tax.' })
  taxCents!: number

  @Field(() => UUID, { nullable: true, description: 'Whom it was supplied to, in the categories AE and K.' })
  clientId!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'Of that client, as on the document: what a recapitulative statement (ZM, § 18a UStG) needs.',
  })
  vatId!: string | null
}

@ObjectType({ simpleResolvers: true })
class VatReport {
  @Field(() => CalendarDate, { description: 'The first day.' })
  from!: string

  @Field(() => CalendarDate, { description: 'The last day.' })
  to!: string

  @Field(() => String, { description: "The organization's: `accrual` by what was supplied, `cash` by what was paid." })
  vatAccounting!: string

  @CountedAs(20)
  @Field(() => [VatReportRow], { description: 'The highest rate first.' })
  rows!: VatReportRow[]

  @Field(() => Cents, { description: 'The sum of the rows.' })
  netCents!: number

  @Field(() => Cents, { description: 'The sum of the rows.' })
  taxCents!: number
}

@Resolver()
export class VatReportResolver {
  @Rest('GET /reports/vat')
  @May(invoices.read)
  @Query(() => VatReport, {
    description:
      'VAT by category and rate. Accrual accounting: by the last day of service, advance payments by the day of payment, credit notes and granted cash discount by theirs (§ 13, § 17 UStG). Cash accounting: by the day of payment (§ 20 UStG).',
  })
  async vatReport(@Ctx() context: Context, @Args(() => PeriodArgs) args: PeriodArgs): Promise<VatReport> {
    const period = periodOf(context, args)
    const { vatAccounting } = await readOrganization(context)
    const rows = await readVat(context, period, vatAccounting)
    const sum = (column: 'netCents' | 'taxCents') => rows.reduce((total, row) => total + row[column], 0)
    return { ...period, vatAccounting, rows, netCents: sum('netCents'), taxCents: sum('taxCents') }
  }
}

/** To whom untaxed supplies in the Union were made. */
@Resolver(() => VatReportRow)
export class VatReportRowResolver {
  @Embed('id', 'name')
  @FieldResolver(() => Client, { nullable: true })
  async client(@Root() { clientId }: VatReportRow, @Ctx() context: Context): Promise<Client | null> {
    return clientId ? ((await context.one(Client, clientId)) ?? null) : null
  }
}
