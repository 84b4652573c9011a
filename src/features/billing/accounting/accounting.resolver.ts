import { Args, ArgsType, Ctx, Field, ObjectType, Query, Resolver, registerEnumType } from 'type-graphql'
import { May } from '#core/access/authorization'
import type { Context } from '#core/operation/context'
import { createTicketUrl, getTicketExpiry } from '#core/operation/ticket'
import { CalendarDate, DateTime } from '#core/schema/scalars'
import { accounting } from './accounting.policy.ts'
import { AccountingFormat, prepareExport } from './export-accounting.ts'

registerEnumType(AccountingFormat, {
  name: 'AccountingFormat',
  description: '`datev`: EXTF 700; `csv`: for spreadsheets; `gobd`: for tax auditors, with documents and audit log.',
})

@ArgsType()
export class AccountingExportArgs {
  @Field(() => CalendarDate, { description: 'First day, inclusive: documents by their date, payments by theirs.' })
  from!: string

  @Field(() => CalendarDate, { description: 'Last day, inclusive.' })
  to!: string

  @Field(() => AccountingFormat, {
    nullable: true,
    defaultValue: AccountingFormat.datev,
    description: 'Format; `datev` unless sent.',
  })
  format!: AccountingFormat
}

@ObjectType({ simpleResolvers: true, description: 'An export that can be fetched.' })
class AccountingExportAddress {
  @Field(() => String, { description: 'Where a browser finds the ZIP file, for five minutes.' })
  exportUrl!: string

  @Field(() => DateTime, { description: 'When the address ends.' })
  expiresAt!: Date
}

/** Path of a signed download URL. */
export const accountingExportPath = (format: string, from: string, to: string) =>
  `/documents/accounting/${format}/${from}/${to}`

@Resolver()
export class AccountingResolver {
  @May(accounting.export)
  @Query(() => AccountingExportAddress, {
    description: 'An address of an accounting export; it is made, and told in the audit log, when it is fetched.',
  })
  async accountingExport(
    @Ctx() context: Context,
    @Args(() => AccountingExportArgs) { from, to, format }: AccountingExportArgs,
  ): Promise<AccountingExportAddress> {
    await prepareExport(context, { from, to, format })
    const expiresAt = getTicketExpiry(context.clock)
    return { exportUrl: await createTicketUrl(context, accountingExportPath(format, from, to), expiresAt), expiresAt }
  }
}
