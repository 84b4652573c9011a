import { Args, Ctx, Field, FieldResolver, Float, Int, ObjectType, Query, Resolver, Root } from 'type-graphql'
import { May } from '#core/access/authorization'
import type { Context } from '#core/operation/context'
import { EnumValues } from '#core/schema/checks'
import { ListCost } from '#core/schema/cost'
import { Embed, Rest } from '#core/schema/rest'
import type { Row } from '#core/schema/row'
import { CalendarDate, Cents, UUID } from '#core/schema/scalars'
import { invoices } from '#features/billing/invoices/invoice.policy'
import { TaxCategory } from '#features/billing/invoices/tax/tax-amounts'
import { Client } from '#features/people/clients/client.entity'
import { vatAccountingMethods } from '#features/people/organizations/organization.entity'
import { readOrganization } from '#features/people/organizations/organization.reads'
import { PeriodArgs, resolvePeriod } from './period.ts'
import { readVatRows, type VatRow } from './vat-report.reads.ts'

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

  @Field(() => Int, {
    nullable: true,
    description:
      'Line of the German advance VAT return (UStVA) that takes the net amount: 81 and 86 for 19 % and 7 %, 35 for 16 % and 5 % (second half of 2020), 21 for services to businesses in other EU states, 60 for reverse charge within the country (§ 13b UStG), 41 for intra-Community supplies, 43 for exports, 45 for supplies not taxable in Germany. Null if the category alone does not tell.',
  })
  ustvaLine!: number | null

  @Field(() => String, {
    nullable: true,
    description:
      'Country abroad whose VAT this is (ISO 3166-1 alpha-2), as declared there or to the One-Stop-Shop; null for VAT of the own country.',
  })
  taxCountry!: string | null

  @Field(() => UUID, {
    nullable: true,
    description: 'Client who received the supply, in K and in AE to other EU states.',
  })
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

  @EnumValues(vatAccountingMethods)
  @Field(() => String, {
    description:
      'VAT accounting of the organization: `accrual` counts supplies, `cash` counts payments, except for supplies to businesses in other EU states.',
  })
  vatAccounting!: string

  @ListCost(20)
  @Field(() => [VatReportRow], { description: 'Highest rate first, VAT of other countries last.' })
  rows!: VatReportRow[]

  @Field(() => Cents, { description: 'Net amount in cents of all rows without `tax_country`.' })
  netCents!: number

  @Field(() => Cents, { description: 'VAT in cents of all rows without `tax_country`.' })
  taxCents!: number

  @Field(() => Cents, { description: 'Net amount in cents of the rows with `tax_country`.' })
  foreignNetCents!: number

  @Field(() => Cents, { description: 'VAT of other countries, in cents: of the rows with `tax_country`.' })
  foreignTaxCents!: number
}

const ustvaLines: Readonly<Record<string, number>> = { S19: 81, S7: 86, S16: 35, S5: 35, AE: 21, K: 41, G: 43, O: 45 }

function reportRow({ isDomestic, ...row }: VatRow): Omit<VatReportRow, 'client'> {
  const key = row.taxCategory === 'S' ? `S${row.taxRate}` : row.taxCategory
  const ownLine = isDomestic ? 60 : (ustvaLines[key] ?? null)
  return { ...row, ustvaLine: row.taxCountry ? null : ownLine }
}

@Resolver()
export class VatReportResolver {
  @Rest('GET /reports/vat')
  @May(invoices.read)
  @Query(() => VatReport, {
    description:
      'VAT by category and rate. Accrual accounting: by the last day of service, advance payments by the day of payment, credit notes and granted cash discount by theirs (§ 13, § 17 UStG). Cash accounting: by the day of payment (§ 20 UStG). Supplies to businesses in other EU states, in both: goods (`K`) by the day of the invoice, at the latest by the end of the month after the supply, services (`AE`) by the last day of service, whenever they are paid (§ 18b UStG).',
  })
  async vatReport(@Ctx() context: Context, @Args(() => PeriodArgs) args: PeriodArgs): Promise<VatReport> {
    const period = resolvePeriod(context, args)
    const { vatAccounting } = await readOrganization(context)
    const rows = await readVatRows(context, period, vatAccounting)
    const sumOf = (summed: readonly VatRow[]) => ({
      netCents: summed.reduce((total, { netCents }) => total + netCents, 0),
      taxCents: summed.reduce((total, { taxCents }) => total + taxCents, 0),
    })
    const foreign = sumOf(rows.filter(({ taxCountry }) => taxCountry))
    return {
      ...period,
      vatAccounting,
      rows: rows.map(reportRow),
      ...sumOf(rows.filter(({ taxCountry }) => !taxCountry)),
      foreignNetCents: foreign.netCents,
      foreignTaxCents: foreign.taxCents,
    }
  }
}

@Resolver(() => VatReportRow)
export class VatReportRowResolver {
  @Embed('id', 'name')
  @FieldResolver(() => Client, { nullable: true })
  async client(@Root() { clientId }: VatReportRow, @Ctx() context: Context): Promise<Row<Client> | null> {
    return clientId ? ((await context.loadOne(Client, clientId)) ?? null) : null
  }
}
