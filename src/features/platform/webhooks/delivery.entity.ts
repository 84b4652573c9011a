import type { Opt, Ref } from '@mikro-orm/core'
import { Entity, Enum, ManyToOne, Property } from '@mikro-orm/decorators/legacy'
import { Field, Int, ObjectType, registerEnumType } from 'type-graphql'
import { reference, TenantEntity } from '#core/database/entity'
import { invalidState } from '#core/errors'
import { CountedAs } from '#core/graphql/cost'
import { Derived } from '#core/graphql/derived'
import { DateTime, JSONValue, UUID } from '#core/graphql/scalars'
import type { FailureReason } from '#core/outbound/receiver-failure'
import { Webhook } from './webhook.entity.ts'

export enum DeliveryStatus {
  pending = 'pending',
  succeeded = 'succeeded',
  failed = 'failed',
}
registerEnumType(DeliveryStatus, { name: 'DeliveryStatus' })

/** One call of the receiver, and what became of it. */
@ObjectType({ simpleResolvers: true, description: 'One call of the receiver, and what became of it.' })
export class DeliveryAttempt {
  @Field(() => DateTime)
  at!: string

  @Field(() => Int, { description: 'Milliseconds from the call to the end of the answer.' })
  durationMs!: number

  @Field(() => JSONValue, { description: 'The headers that were sent.' })
  requestHeaders!: Record<string, string>

  @Field(() => Int, { nullable: true, description: 'Null where there was no answer.' })
  status!: number | null

  @Field(() => String, { nullable: true, description: 'The first 4 KB of the answer.' })
  responseBody!: string | null

  /** Why there was no answer; what people read is derived from it. */
  fault!: FailureReason | null
}

/** An event on its way to one webhook. */
@ObjectType('WebhookDelivery', { simpleResolvers: true, description: 'An event on its way to a webhook.' })
@Entity({ tableName: 'webhook_deliveries' })
export class Delivery extends TenantEntity {
  @ManyToOne({ entity: () => Webhook, ...reference('webhook_id') })
  webhook!: Ref<Webhook>

  @Field(() => UUID, { description: 'Stands in `Idempotency-Key` and `webhook-id`, on every attempt.' })
  @Property({ type: 'uuid' })
  eventId!: string

  @Field(() => String, { description: 'A name of the catalogue, or `webhook.test`.' })
  @Property({ type: 'text', fieldName: 'event_name' })
  event!: string

  @Field(() => DeliveryStatus)
  @Enum({ items: () => DeliveryStatus, columnType: 'text' })
  status: Opt<DeliveryStatus> = DeliveryStatus.pending

  @Field(() => DateTime, { nullable: true, description: 'When it is tried next; null once it is settled.' })
  @Property({ type: 'datetime', columnType: 'timestamptz(3)', nullable: true })
  nextAttemptAt: Date | null = null

  @CountedAs(6)
  @Field(() => [DeliveryAttempt], { description: 'Oldest first.' })
  @Property({ type: 'json', columnType: 'jsonb' })
  attempts: Opt<DeliveryAttempt[]> = []

  @Derived(() => UUID)
  get webhookId(): Opt<string> {
    return this.webhook.id
  }

  /** 409 while it is still on its way by itself. */
  assertSettled() {
    if (this.status === DeliveryStatus.pending)
      throw invalidState({
        de: 'Diese Zustellung ist noch unterwegs.',
        en: 'This delivery is still on its way.',
      })
  }
}
