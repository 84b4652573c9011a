import { BigIntType, type Opt } from '@mikro-orm/core'
import { Entity, Property } from '@mikro-orm/decorators/legacy'
import { Field, Int, ObjectType } from 'type-graphql'
import { TenantEntity } from '../core/database/entity.ts'

/** An HTTPS endpoint that is told of events. */
@ObjectType({ simpleResolvers: true, description: 'An HTTPS endpoint that is told of events.' })
@Entity({ tableName: 'webhooks' })
export class Webhook extends TenantEntity {
  @Field(() => String)
  @Property({ type: 'text' })
  url!: string

  @Field(() => [String], { description: 'Event names, or `*` for all.' })
  @Property({ type: 'array', columnType: 'text[]' })
  events!: string[]

  @Field(() => Boolean)
  @Property({ type: 'boolean' })
  active: Opt<boolean> = true

  @Field(() => String, { nullable: true })
  @Property({ type: 'text', nullable: true })
  description: string | null = null

  /** Sealed; what it seals signs the deliveries. */
  @Property({ type: 'blob', columnType: 'bytea', hidden: true })
  sealedSecret!: Buffer

  @Field(() => Int)
  @Property({ type: 'integer' })
  consecutiveFailures: Opt<number> = 0

  @Field(() => String, { nullable: true })
  @Property({ type: 'text', nullable: true })
  disabledReason: string | null = null

  @Property({ type: 'uuid', hidden: true })
  createdBy!: string

  /** Events up to here happened before the subscription, and are not for it. */
  @Property({ type: new BigIntType('number'), hidden: true })
  sinceSequence: Opt<number> = 0

  /** The secret itself, in the answers to create and rotate alone. */
  secret?: string
}
