import sql from 'sql-template-tag'
import {
  Arg,
  Args,
  ArgsType,
  Ctx,
  Field,
  FieldResolver,
  Int,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql'
import { May } from '#core/access/authorization'
import { DeliveryFilter, type DeliveryState, filterByDelivery } from '#core/mail/delivery'
import { selectAllColumns } from '#core/operation/columns'
import type { Context } from '#core/operation/context'
import { Between } from '#core/schema/checks'
import { ListCost } from '#core/schema/cost'
import { Refuses } from '#core/schema/error-codes'
import { andWhere, createListType, filterList, ListArgs, limitOffset, orderBy } from '#core/schema/list'
import { Embed, Rest } from '#core/schema/rest'
import type { Row, RowOrEntity } from '#core/schema/row'
import { CalendarDate, Cents, UUID } from '#core/schema/scalars'
import { Client } from '#features/people/clients/client.entity'
import { Invoice } from '../invoices/invoice.entity.ts'
import { SendInvoiceInput } from '../invoices/invoice.inputs.ts'
import { type PlannedReminderClaim, previewDunning } from './dunning-run.ts'
import { type PreviewedReminder, previewReminder } from './preview-reminder.ts'
import { Reminder, reminderMailKinds } from './reminder.entity.ts'
import { RemindInvoiceInput } from './reminder.inputs.ts'
import { reminders } from './reminder.policy.ts'
import { resendReminder } from './resend-reminder.ts'
import { sendReminder } from './send-reminder.ts'

@ObjectType({ simpleResolvers: true, description: 'A page of reminders.' })
class ReminderList extends createListType('reminders', Reminder) {}

@ArgsType()
class ReminderListArgs extends ListArgs {
  @Field(() => UUID, { nullable: true, description: 'Only reminders of this invoice.' })
  invoiceId?: string

  @Field(() => UUID, { nullable: true, description: 'Only reminders to this client.' })
  clientId?: string

  @Field(() => Int, { nullable: true, description: 'Only reminders of this level.' })
  @Between(0, 3)
  level?: number

  @DeliveryFilter()
  delivery?: DeliveryState[]
}

@ObjectType({ simpleResolvers: true, description: 'A reminder as the daily run would send it today.' })
export class PlannedReminder {
  @Field(() => UUID, { description: 'Invoice that would be reminded of.' })
  invoiceId!: string

  @Field(() => String, { description: 'Number of the invoice.' })
  number!: string

  @Field(() => Int, { description: 'Level: 0 is the friendly reminder, 1 to 3 are formal.' })
  level!: number

  @Field(() => Cents, { description: 'Amount of the invoice that is open, in cents.' })
  openCents!: number

  @Field(() => Cents, { description: 'Fee of this level, in cents.' })
  feeCents!: number

  @Field(() => Cents, { description: 'Default interest until today, in cents.' })
  interestCents!: number

  @Field(() => CalendarDate, {
    nullable: true,
    description:
      'Since when the base rate (§ 247 BGB) is missing: the interest goes on at the one before, and the daily run does not send this reminder. Null where it is known, or nothing bears interest.',
  })
  missingBaseRateFrom!: string | null

  @Field(() => Cents, { description: 'Flat sum of § 288 (5) BGB in cents, where this reminder would claim it first.' })
  flatFeeCents!: number

  @Field(() => Cents, {
    description:
      'Charges that would be claimed, in cents: the fees of all levels so far or the flat sum, whichever is more (§ 288 (5) sentence 3 BGB), and the interest, less what was settled of them.',
  })
  chargesCents!: number

  clientId!: string
}

@ObjectType({ simpleResolvers: true, description: 'The next reminder of an invoice as it would be sent today.' })
class ReminderPreview extends PlannedReminder {
  @Field(() => CalendarDate, { description: 'First day of default, from which interest runs.' })
  defaultSince!: string

  @Field(() => Cents, { description: 'Open amount and charges: what would be asked for, in cents.' })
  totalCents!: number

  @Field(() => Boolean, {
    description:
      'Whether the mail of the invoice, or of its last reminder, did not arrive: sending it takes `despite_failed_delivery`.',
  })
  isUndelivered!: boolean

  @Field(() => Int, {
    description: 'Version of the invoice: a reminder that is sent for it claims this, or is refused.',
  })
  version!: number
}

@ObjectType({ simpleResolvers: true, description: 'What the daily run would send today.' })
class DunningPreview {
  @ListCost(100)
  @Field(() => [PlannedReminder], { description: 'The reminders, those of the oldest due dates first.' })
  reminders!: PlannedReminderClaim[]
}

@Resolver(() => Reminder)
export class ReminderResolver {
  @Rest('GET /reminders')
  @May(reminders.read)
  @Query(() => ReminderList, { description: 'Reminders that were sent.' })
  async reminders(
    @Ctx() context: Context,
    @Args(() => ReminderListArgs) args: ReminderListArgs,
  ): Promise<ReminderList> {
    const { invoiceId, clientId, level, delivery } = args
    const { rows, total } = await context.page<Reminder>(
      selectAllColumns(context, Reminder, 'r'),
      sql`from reminders r
          join invoices i on i.organization_id = r.organization_id and i.id = r.invoice_id
          join clients c on c.organization_id = r.organization_id and c.id = r.client_id
          where r.organization_id = ${context.organizationId}${andWhere(invoiceId, sql`r.invoice_id = ${invoiceId}`)}${andWhere(
            clientId,
            sql`r.client_id = ${clientId}`,
          )}${andWhere(level, sql`r.level = ${level}`)}${filterByDelivery(context, delivery, reminderMailKinds, 'r')}${filterList(args, 'r', ['i.search_name', 'c.search_name'])}`,
      orderBy(args.sort, { created_at: 'created_at' }, 'r'),
      limitOffset(args),
    )
    return { reminders: rows, total }
  }

  @Rest('GET /reminders/{id}')
  @May(reminders.read)
  @Query(() => Reminder, { description: 'A reminder that was sent.' })
  reminder(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<Row<Reminder>> {
    return context.read(Reminder, id)
  }

  @Rest('POST /invoices/{id}/reminders', 201)
  @May(reminders.write)
  @Mutation(() => Reminder, {
    description:
      'Sends the next reminder of an overdue invoice, with its PDF by mail. Where the mail of the invoice, or of its last reminder, did not arrive, it takes `despite_failed_delivery: true`. The intervals of the settings bind the daily run only.',
  })
  remindInvoice(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('input', () => RemindInvoiceInput, { nullable: true }) input?: RemindInvoiceInput,
    @Arg('version', () => Int, { nullable: true }) _version?: number,
  ): Promise<Reminder> {
    return sendReminder(context, id, input ?? {})
  }

  @Rest('POST /reminders/{id}/resend')
  @Refuses('document_damaged')
  @May(reminders.write)
  @Mutation(() => Reminder, {
    description:
      'Sends the archived reminder by mail again: the last one of an invoice of which something is open. At most 20 mails of a reminder a day.',
  })
  resendReminder(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('input', () => SendInvoiceInput, { nullable: true }) input?: SendInvoiceInput,
  ): Promise<Row<Reminder>> {
    return resendReminder(context, id, input ?? {})
  }

  @Rest('POST /invoices/{id}/reminders/preview')
  @Refuses('invalid_state')
  @May(reminders.read)
  @Query(() => ReminderPreview, {
    description:
      'The next reminder of an invoice as sending it today would make it; refused as that would be. Nothing is kept.',
  })
  reminderPreview(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<PreviewedReminder> {
    return previewReminder(context, id)
  }

  @Rest('POST /dunning/preview')
  @May(reminders.read)
  @Query(() => DunningPreview, {
    description:
      'The reminders that the daily run would send today, whether it is switched on or not; of what did not arrive (`delivery`) it sends none. Nothing is kept.',
  })
  async dunningPreview(@Ctx() context: Context): Promise<DunningPreview> {
    return { reminders: await previewDunning(context) }
  }

  @Embed('id', 'number')
  @FieldResolver(() => Invoice, { description: 'Invoice that is reminded of.' })
  async invoice(@Root() { invoiceId }: RowOrEntity<Reminder>, @Ctx() context: Context): Promise<Row<Invoice>> {
    return (await context.loadOne(Invoice, invoiceId)) as Row<Invoice>
  }

  @Embed('id', 'name')
  @FieldResolver(() => Client, { description: 'Client who is reminded.' })
  async client(@Root() { clientId }: RowOrEntity<Reminder>, @Ctx() context: Context): Promise<Row<Client>> {
    return (await context.loadOne(Client, clientId)) as Row<Client>
  }
}

@Resolver(() => PlannedReminder)
export class PlannedReminderResolver {
  @Embed('id', 'name')
  @FieldResolver(() => Client, { description: 'Client who would be reminded.' })
  async client(@Root() { clientId }: PlannedReminder, @Ctx() context: Context): Promise<Row<Client>> {
    return (await context.loadOne(Client, clientId)) as Row<Client>
  }
}
