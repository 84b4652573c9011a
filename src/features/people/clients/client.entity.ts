import { BigIntType, type Opt } from '@mikro-orm/core'
import { Entity, Enum, Property } from '@mikro-orm/decorators/legacy'
import { Field, Int, ObjectType, registerEnumType } from 'type-graphql'
import { Tallied } from '#core/database/tally'
import { invalid } from '#core/errors'
import { Cents } from '#core/graphql/scalars'
import { IntegratedEntity } from '#core/integrated'
import { isLeitwegId, noLeitwegId } from '#core/text/leitweg-id'

export enum ClientKind {
  business = 'business',
  consumer = 'consumer',
  public = 'public',
}
registerEnumType(ClientKind, { name: 'ClientKind', description: 'What a client is to the law of taxes and interest.' })

/** The central business contact: invoices, quotes, projects and contracts refer to it. */
@ObjectType({ simpleResolvers: true, description: 'The central business contact.' })
@Entity({ tableName: 'clients' })
@Tallied(() => ({ clients: 1 }))
export class Client extends IntegratedEntity {
  @Field(() => String)
  @Property({ type: 'text' })
  name!: string

  @Field(() => ClientKind, { description: 'What it is to the law of taxes and interest.' })
  @Enum({ items: () => ClientKind, columnType: 'text' })
  kind: Opt<ClientKind> = ClientKind.business

  @Field(() => String, { nullable: true })
  @Property({ type: 'text', nullable: true })
  email: string | null = null

  @Field(() => String, { nullable: true, description: 'Where invoices are mailed to; else `email`.' })
  @Property({ type: 'text', nullable: true })
  invoiceEmail: string | null = null

  @Field(() => String, { nullable: true, description: 'With the prefix of its country; Greece is EL.' })
  @Property({ type: 'text', nullable: true })
  vatId: string | null = null

  @Field(() => String, { nullable: true, description: 'ISO 3166-1 alpha-2.' })
  @Property({ type: 'text', nullable: true })
  country: string | null = null

  @Field(() => String, { nullable: true, description: '`#rrggbb`.' })
  @Property({ type: 'text', nullable: true })
  color: string | null = null

  @Field(() => String, { nullable: true, description: 'Whom to write to.' })
  @Property({ type: 'text', nullable: true })
  contactName: string | null = null

  @Field(() => String, { nullable: true })
  @Property({ type: 'text', nullable: true })
  phone: string | null = null

  @Field(() => String, { nullable: true })
  @Property({ type: 'text', nullable: true })
  website: string | null = null

  @Field(() => String, { nullable: true })
  @Property({ type: 'text', nullable: true })
  street: string | null = null

  @Field(() => String, { nullable: true })
  @Property({ type: 'text', nullable: true })
  postalCode: string | null = null

  @Field(() => String, { nullable: true })
  @Property({ type: 'text', nullable: true })
  city: string | null = null

  @Field(() => String, { nullable: true, description: 'The number it has with you.' })
  @Property({ type: 'text', nullable: true })
  customerNumber: string | null = null

  @Field(() => String, { nullable: true, description: 'The Leitweg-ID of a public body.' })
  @Property({ type: 'text', nullable: true })
  buyerReference: string | null = null

  @Field(() => String, { nullable: true, description: '`de` or `en`.' })
  @Property({ type: 'text', nullable: true })
  language: string | null = null

  @Field(() => Int, { nullable: true, description: 'Days to pay; those of the organization unless set.' })
  @Property({ type: 'integer', nullable: true })
  paymentTermsDays: number | null = null

  @Field(() => Cents, { nullable: true, description: 'Of an hour; that of the organization unless set.' })
  @Property({ type: new BigIntType('number'), nullable: true })
  hourlyRateCents: number | null = null

  @Field(() => Int, {
    nullable: true,
    description: 'What time is rounded up to on an invoice; as the organization does unless set.',
  })
  @Property({ type: 'integer', nullable: true })
  timeRoundingMinutes: number | null = null

  @Field(() => Int, { nullable: true, description: 'The debtor account, 10000 to 69999, unique in the organization.' })
  @Property({ type: 'integer', nullable: true })
  debtorNumber: number | null = null

  @Field(() => String, { nullable: true })
  @Property({ type: 'text', nullable: true })
  notes: string | null = null

  @Field(() => Boolean)
  @Property({ type: 'boolean' })
  archived: Opt<boolean> = false

  /** 422 where the reference of a German public body, by which it routes its invoices, is no Leitweg-ID. */
  assertBuyerReference() {
    const { kind, country, buyerReference } = this
    if (kind === ClientKind.public && country === 'DE' && buyerReference && !isLeitwegId(buyerReference))
      throw invalid('buyerReference', noLeitwegId)
  }
}
