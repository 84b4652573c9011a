import { Ctx, Field, FieldResolver, ObjectType, Resolver, Root, Subscription } from 'type-graphql'
import { May } from '#core/access/may'
import { followResource } from '#core/graphql/follow-events'
import type { SocketContext } from '#core/graphql/socket'
import type { Context } from '#core/operation/context'
import type { Row } from '#core/schema/row'
import { UUID } from '#core/schema/scalars'
import { Invoice } from './invoice.entity.ts'
import { invoices } from './invoice.policy.ts'

@ObjectType({ simpleResolvers: true, description: 'A change of an invoice or credit note.' })
export class InvoiceChange {
  @Field(() => String, { description: 'The event, such as `invoice.sent`.' })
  event!: string

  @Field(() => UUID, { description: 'Id of the invoice or credit note.' })
  id!: string
}

@Resolver(() => InvoiceChange)
export class InvoiceChangesResolver {
  @May(invoices.read)
  @Subscription(() => InvoiceChange, {
    description: 'Changes of invoices and credit notes, each with the document as it is now.',
    subscribe: ({ context }) => followResource(context as SocketContext, 'Invoice'),
  })
  invoiceChanged(@Root() change: InvoiceChange): InvoiceChange {
    return change
  }

  @FieldResolver(() => Invoice, { nullable: true, description: 'Null once it has been deleted.' })
  async invoice(@Root() { id }: InvoiceChange, @Ctx() context: Context): Promise<Row<Invoice> | null> {
    return (await context.one(Invoice, id)) ?? null
  }
}
