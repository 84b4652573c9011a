import { BigIntType, type Opt, type Ref } from '@mikro-orm/core'
import { Entity, Enum, ManyToOne, Property } from '@mikro-orm/decorators/legacy'
import { Field, ObjectType } from 'type-graphql'
import { reference, TenantEntity } from '#core/database/entity'
import { ExemptFromRowQuota } from '#core/database/row-quota'
import { DerivedField } from '#core/schema/derived-field'
import { CalendarDate, Cents, UUID } from '#core/schema/scalars'
import { Client } from '#features/people/clients/client.entity'
import { PaymentMethod } from '../payment-method.ts'

@ObjectType({ simpleResolvers: true, description: "A payment of a client's credit back to the client." })
@Entity({ tableName: 'client_refunds' })
@ExemptFromRowQuota()
export class ClientRefund extends TenantEntity {
  @ManyToOne({ entity: () => Client, ...reference('client_id') })
  client!: Ref<Client>

  @Field(() => Cents, { description: 'Amount paid back, in cents.' })
  @Property({ type: new BigIntType('number') })
  amountCents!: number

  @Field(() => CalendarDate, { description: 'Date of the payment.' })
  @Property({ type: 'date' })
  paidAt!: string

  @Field(() => PaymentMethod, { description: 'Payment method.' })
  @Enum({ items: () => PaymentMethod, columnType: 'text' })
  method!: PaymentMethod

  @Field(() => String, { nullable: true, description: 'Reference on the bank statement.' })
  @Property({ type: 'text', nullable: true })
  reference: string | null = null

  @DerivedField(() => UUID, { description: 'Client who received the payment.' })
  get clientId(): Opt<string> {
    return this.client.id
  }
}
