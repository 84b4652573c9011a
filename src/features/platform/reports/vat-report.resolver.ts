import { Args, Ctx, Field, FieldResolver, Float, ObjectType, Query, Resolver, Root } from 'type-graphql'
import { May } from '#core/access/may'
import type { Context } from '#core/operation/context'
import { Values } from '#core/schema/checks'
import { CountedAs } from '#core/schema/cost'
import { Embed, Rest } from '#core/schema/rest'
import type { Row } from '#core/schema/row'
import { CalendarDate, Cents, UUID } from '#core/schema/scalars'
import { invoices } from '#features/billing/invoices/invoice.policy'
import { TaxCategory } from '#features/billing/invoices/line-item'
import { Client } from '#features/people/clients/client.entity'
import { vatAccountings } from '#features/people/organizations/organization.entity'
import { readOrganization } from '#features/people/organizations/organization.reads'
import { PeriodArgs, periodOf } from './period.ts'
import { readVat } from './vat-report.reads.ts'

@ObjectType({ simpleResolvers: true, description: 'VAT of one category and rate.' })
class VatReportRow {
  @Field(() => TaxCategory, { description: 'VAT category of EN 16931 (UNTDID 5305).' })
  taxCategory!: string

  @Field(() => Float, { description: 'Tax rate in percent.' })
  taxRate!: number

  @Field(() => Cents, { description: 'Net amount in cents on which VAT is charged.' })
  netCents!: number

  @Field(() => Cents, { description: 'VAT in cents.' })
  taxCents!: number

  @Field(() => UUID, { nullable: true, description: 'Client who received the supply, in the categories AE and K.' })
  clientId!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'VAT ID of the client as on the document, for the recapitulative statement (ZM, § 18a UStG).',
  })
  vatId!: string | null
}

@ObjectType({ simpleResolvers: true, description: 'VAT by category and rate.' })
class VatReport {
  @Field(() => CalendarDate, { description: 'First day, inclusive.' })
  from!: string

  @Field(() => CalendarDate, { description: 'Last day, inclusive.' })
  to!: string

  @Values(vatAccountings)
  @Field(() => String, {
    description: 'VAT accounting of the organization: `accrual` counts supplies, `cash` counts payments.',
  })
  vatAccounting!: string

  @CountedAs(20)
  @Field(() => [VatReportRow], { description: 'Highest rate first.' })
  rows!: VatReportRow[]

  @Field(() => Cents, { description: 'Net amount of all rows, in cents.' })
  netCents!: number

  @Field(() => Cents, { description: 'VAT of all rows, in cents.' })
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
  async client(@Root() { clientId }: VatReportRow, @Ctx() context: Context): Promise<Row<Client> | null> {
    return clientId ? ((await context.one(Client, clientId)) ?? null) : null
  }
}
