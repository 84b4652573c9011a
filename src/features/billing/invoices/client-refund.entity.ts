import { BigIntType, type Opt, type Ref } from '@mikro-orm/core'
import { Entity, Enum, ManyToOne, Property } from '@mikro-orm/decorators/legacy'
import { Field, ObjectType } from 'type-graphql'
import { reference, TenantEntity } from '#core/database/entity'
import { Derived } from '#core/graphql/derived'
import { CalendarDate, Cents, UUID } from '#core/graphql/scalars'
import { Client } from '#features/people/clients/client.entity'
import { PaymentMethod } from './payment-method.ts'

/** Money given back of a client's credit. */
@ObjectType({ simpleResolvers: true, description: "Money given back of a client's credit." })
@Entity({ tableName: 'client_refunds' })
export class ClientRefund extends TenantEntity {
  @ManyToOne({ entity: () => Client, ...reference('client_id') })
  client!: Ref<Client>

  @Field(() => Cents, { description: 'What was given back.' })
  @Property({ type: new BigIntType('number') })
  amountCents!: number

  @Field(() => CalendarDate, { description: 'The day of the payment.' })
  @Property({ type: 'date' })
  paidAt!: string

  @Field(() => PaymentMethod, { description: 'How it was given back.' })
  @Enum({ items: () => PaymentMethod, columnType: 'text' })
  method!: PaymentMethod

  @Field(() => String, { nullable: true, description: 'What the statement says.' })
  @Property({ type: 'text', nullable: true })
  reference: string | null = null

  @Derived(() => UUID)
  get clientId(): Opt<string> {
    return this.client.id
  }
}
