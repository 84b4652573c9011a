import type { Opt, Ref } from '@mikro-orm/core'
import { Entity, Enum, ManyToOne, Property } from '@mikro-orm/decorators/legacy'
import { Field, Int, ObjectType, registerEnumType } from 'type-graphql'
import { reference, TenantEntity } from '#core/database/entity'
import { ExcludedFromRowQuota } from '#core/database/row-quota'
import { invalidState } from '#core/errors/problem'
import type { FailureReason } from '#core/outbound/receiver-failure'
import { ListCost } from '#core/schema/cost'
import { DerivedField } from '#core/schema/derived-field'
import { DateTime, StringMap, UUID } from '#core/schema/scalars'
import { type DisabledReason, Webhook } from './webhook.entity.ts'

export enum DeliveryStatus {
  pending = 'pending',
  succeeded = 'succeeded',
  failed = 'failed',
}
registerEnumType(DeliveryStatus, { name: 'DeliveryStatus' })

@ObjectType({ simpleResolvers: true, description: 'One request to the receiver, and its outcome.' })
export class DeliveryAttempt {
  @Field(() => DateTime, { description: 'When the attempt was made.' })
  at!: string

  @Field(() => Int, { description: 'Milliseconds from the request to the end of the response.' })
  durationMs!: number

  @Field(() => StringMap, { description: 'Headers of the request.' })
  requestHeaders!: Record<string, string>

  @Field(() => Int, { nullable: true, description: 'HTTP status of the response; null if there was none.' })
  status!: number | null

  @Field(() => String, { nullable: true, description: 'First 4 KB of the response.' })
  responseBody!: string | null

  @Field(() => Int, {
    nullable: true,
    description:
      'Seconds that the receiver asked to wait with 429 or 503 (`Retry-After`), at most an hour; null otherwise.',
  })
  retryAfterSeconds?: number | null

  /** Why there was no response. */
  fault!: FailureReason | null
}

@ObjectType('WebhookDelivery', { simpleResolvers: true, description: 'Delivery of an event to a webhook.' })
@Entity({ tableName: 'webhook_deliveries' })
@ExcludedFromRowQuota()
export class Delivery extends TenantEntity {
  @ManyToOne({ entity: () => Webhook, ...reference('webhook_id') })
  webhook!: Ref<Webhook>

  @Field(() => UUID, { description: 'Id of the event, sent as `Idempotency-Key` and `webhook-id` with every attempt.' })
  @Property({ type: 'uuid' })
  eventId!: string

  @Field(() => String, { description: 'Name of the event, or `webhook.test`.' })
  @Property({ type: 'text', fieldName: 'event_name' })
  event!: string

  @Field(() => DeliveryStatus, { description: 'Status of the delivery.' })
  @Enum({ items: () => DeliveryStatus, columnType: 'text' })
  status: Opt<DeliveryStatus> = DeliveryStatus.pending

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the next attempt is due; null once the delivery has succeeded or failed for good.',
  })
  @Property({ type: 'datetime', columnType: 'timestamptz(3)', nullable: true })
  nextAttemptAt: Date | null = null

  @Field(() => String, {
    nullable: true,
    description:
      'Why its webhook was disabled before this delivery succeeded: `gone`, `failing` or `owner_gone`. It has failed, and is sent again once the webhook is active.',
  })
  @Property({ type: 'text', nullable: true })
  disabledReason: DisabledReason | null = null

  @ListCost(6)
  @Field(() => [DeliveryAttempt], { description: 'Attempts so far, oldest first.' })
  @Property({ type: 'json', columnType: 'jsonb' })
  attempts: Opt<DeliveryAttempt[]> = []

  @DerivedField(() => UUID, { description: 'Webhook that the event is delivered to.' })
  get webhookId(): Opt<string> {
    return this.webhook.id
  }

  /** 409 while the delivery is pending. */
  assertSettled() {
    if (this.status === DeliveryStatus.pending)
      throw invalidState({
        de: 'Diese Zustellung ist noch unterwegs.',
        en: 'This delivery is still on its way.',
      })
  }
}
