import { Ctx, Field, FieldResolver, ObjectType, Resolver, Root, Subscription } from 'type-graphql'
import { May } from '#core/access/may'
import type { Context } from '#core/context'
import { followResource } from '#core/events/follow'
import { UUID } from '#core/graphql/scalars'
import type { SocketContext } from '#core/graphql/socket'
import { Invoice } from './invoice.entity.ts'
import { invoices } from './invoice.policy.ts'

@ObjectType({ simpleResolvers: true, description: 'What happened to an invoice or a credit note.' })
export class InvoiceChange {
  @Field(() => String, { description: 'The event, such as `invoice.sent`.' })
  event!: string

  @Field(() => UUID, { description: "The invoice's." })
  id!: string
}

@Resolver(() => InvoiceChange)
export class InvoiceChangesResolver {
  @May(invoices.read)
  @Subscription(() => InvoiceChange, {
    description: 'What happens to invoices and credit notes: each change with the invoice as it is now.',
    subscribe: ({ context }) => followResource(context as SocketContext, 'Invoice'),
  })
  invoiceChanged(@Root() change: InvoiceChange): InvoiceChange {
    return change
  }

  @FieldResolver(() => Invoice, { nullable: true, description: 'Null once it is deleted.' })
  async invoice(@Root() { id }: InvoiceChange, @Ctx() context: Context): Promise<Invoice | null> {
    return (await context.one(Invoice, id)) ?? null
  }
}
