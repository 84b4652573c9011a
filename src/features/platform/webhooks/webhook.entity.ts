import { BigIntType, type Hidden, type Opt } from '@mikro-orm/core'
import { Entity, Property } from '@mikro-orm/decorators/legacy'
import { Field, Int, ObjectType } from 'type-graphql'
import { TenantEntity } from '#core/database/entity'
import { invalidState } from '#core/errors/problem'
import { EnumValues } from '#core/schema/checks'
import { ListCost } from '#core/schema/cost'

/** The receiver answered 410, failed for five days, or the owner has left. */
export type DisabledReason = 'gone' | 'failing' | 'owner_gone'

@ObjectType({ simpleResolvers: true, description: 'A webhook: an HTTPS endpoint that receives events.' })
@Entity({ tableName: 'webhooks' })
export class Webhook extends TenantEntity {
  @Field(() => String, { description: 'HTTPS address that events are delivered to.' })
  @Property({ type: 'text' })
  url!: string

  @ListCost(20)
  @Field(() => [String], { description: 'Names of the subscribed events, or `*` for all.' })
  @Property({ type: 'array', columnType: 'text[]' })
  events!: string[]

  @Field(() => Boolean, { description: 'Whether events are delivered.' })
  @Property({ type: 'boolean' })
  active: Opt<boolean> = true

  @Field(() => String, { nullable: true, description: 'Your note about the webhook.' })
  @Property({ type: 'text', nullable: true })
  description: string | null = null

  /** Encrypted signing secret. */
  @Property({ type: 'blob', columnType: 'bytea', hidden: true })
  sealedSecret!: Hidden<Buffer>

  /** The secret before the last rotation; it also signs for a while. */
  @Property({ type: 'blob', columnType: 'bytea', nullable: true, hidden: true })
  previousSealedSecret: Hidden<Buffer> | null = null

  @Property({ type: 'datetime', columnType: 'timestamptz(3)', nullable: true, hidden: true })
  previousSecretUntil: Hidden<Date> | null = null

  @Field(() => Int, { description: 'Failed attempts since the last successful one.' })
  @Property({ type: 'integer' })
  consecutiveFailures: Opt<number> = 0

  /** Time of the first of these failures. */
  @Property({ type: 'datetime', columnType: 'timestamptz(3)', nullable: true, hidden: true })
  failingSince: Hidden<Date> | null = null

  @EnumValues(['gone', 'failing', 'owner_gone'])
  @Field(() => String, {
    nullable: true,
    description:
      'Why deliveries were stopped: `gone` (the receiver returned 410), `failing` (for five days) or `owner_gone` (its creator has left). `active: true` starts them again.',
  })
  @Property({ type: 'text', nullable: true })
  disabledReason: DisabledReason | null = null

  /** The owner. Deliveries contain what they may read. */
  @Property({ type: 'uuid', hidden: true })
  createdBy!: Hidden<string>

  /** Last event before the subscription. */
  @Property({ type: new BigIntType('number'), hidden: true })
  sinceSequence: Hidden<Opt<number>> = 0

  /** Only in responses to create and rotate. */
  secret?: string

  /** 409 if the webhook is inactive. */
  assertActive() {
    if (!this.active)
      throw invalidState({
        de: 'Dieser Webhook ist nicht aktiv; mit active: true wird er es wieder.',
        en: 'This webhook is not active; active: true makes it so again.',
      })
  }

  /** The current secret signs in addition until `previousUntil`. */
  rotate(sealedSecret: Buffer, previousUntil: Date) {
    this.previousSealedSecret = this.sealedSecret
    this.previousSecretUntil = previousUntil
    this.sealedSecret = sealedSecret
  }

  /** Resets the failure counters. The member becomes the owner if the former one has left. */
  enable(memberId: string) {
    if (this.disabledReason === 'owner_gone') this.createdBy = memberId
    this.active = true
    this.disabledReason = null
    this.consecutiveFailures = 0
    this.failingSince = null
  }

  disable(reason: DisabledReason) {
    this.active = false
    this.disabledReason = reason
  }
}
