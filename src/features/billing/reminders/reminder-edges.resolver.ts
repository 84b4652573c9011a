import type { GraphQLResolveInfo } from 'graphql'
import { Args, Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql'
import { Delivery, loadDelivery } from '#core/mail/delivery'
import type { Context } from '#core/operation/context'
import { loadNestedRows } from '#core/operation/nested-rows'
import { createTicketUrl } from '#core/operation/ticket'
import { NestedListArgs } from '#core/schema/list'
import { GraphqlOnly } from '#core/schema/rest'
import type { Row, RowOrEntity } from '#core/schema/row'
import { Invoice } from '../invoices/invoice.entity.ts'
import { Reminder, reminderMailKinds } from './reminder.entity.ts'
import { reminderPdfPath } from './reminder.http.ts'

@Resolver(() => Reminder)
export class ReminderEdgesResolver {
  @FieldResolver(() => Delivery, { description: 'What became of the mail of the reminder.' })
  delivery(@Root() { id }: RowOrEntity<Reminder>, @Ctx() context: Context): Promise<Delivery> {
    return loadDelivery(context, reminderMailKinds, id)
  }

  @GraphqlOnly()
  @FieldResolver(() => String, { description: 'Signed address of the PDF, valid for five minutes without a token.' })
  pdfUrl(@Root() { id }: RowOrEntity<Reminder>, @Ctx() context: Context): Promise<string> {
    return createTicketUrl(context, reminderPdfPath(id))
  }
}

@Resolver(() => Invoice)
export class InvoiceRemindersResolver {
  @FieldResolver(() => [Reminder], { description: 'Reminders of the invoice, newest first.' })
  reminders(
    @Root() { id }: RowOrEntity<Invoice>,
    @Ctx() context: Context,
    @Args(() => NestedListArgs) page: NestedListArgs,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Row<Reminder>[]> {
    return loadNestedRows(context, Reminder, 'invoice_id', id, page, { info })
  }
}
