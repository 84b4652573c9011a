import {
  Arg,
  Args,
  ArgsType,
  Ctx,
  Extensions,
  Field,
  FieldResolver,
  Int,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql'
import { May } from '#core/access/authorization'
import type { Context } from '#core/operation/context'
import { createListType, ListArgs } from '#core/schema/list'
import { Rest } from '#core/schema/rest'
import type { Row } from '#core/schema/row'
import { DateTime, UUID } from '#core/schema/scalars'
import { Delivery, DeliveryAttempt, DeliveryStatus } from './delivery.entity.ts'
import { readDeliveries } from './delivery.reads.ts'
import { deliveryErrorCodes, describeDeliveryError, getDeliveryErrorCode } from './delivery-error.ts'
import { repeatDelivery } from './repeat-delivery.ts'
import { replayEvents } from './replay-events.ts'
import { sendTestEvent } from './send-test-event.ts'
import { Webhook } from './webhook.entity.ts'
import { webhooks } from './webhook.policy.ts'

@ArgsType()
class DeliveryListArgs extends ListArgs {
  @Field(() => DeliveryStatus, { nullable: true })
  status?: DeliveryStatus
}

@ObjectType('WebhookDeliveryList', { simpleResolvers: true })
class DeliveryList extends createListType('deliveries', Delivery) {}

@ObjectType('WebhookReplay', { simpleResolvers: true, description: 'Result of a replay.' })
class Replay {
  @Field(() => Int, { description: 'Number of deliveries that were scheduled.' })
  deliveries!: number
}

@Resolver(() => DeliveryAttempt)
export class DeliveryResolver {
  @Rest('GET /webhooks/{id}/deliveries')
  @May(webhooks.read)
  @Query(() => DeliveryList, { description: 'Deliveries of a webhook, with every attempt.' })
  async webhookDeliveries(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Args(() => DeliveryListArgs) { status, ...args }: DeliveryListArgs,
  ): Promise<DeliveryList> {
    const webhook = await context.read(Webhook, id)
    const { rows, total } = await readDeliveries(context, webhook.id, status, args)
    return { deliveries: rows, total }
  }

  @Rest('POST /webhooks/{id}/test')
  @May(webhooks.write)
  @Mutation(() => Delivery, { description: 'Sends a `webhook.test` event to a webhook; 409 if it is not active.' })
  async testWebhook(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<Row<Delivery>> {
    return sendTestEvent(context, await context.load(Webhook, id))
  }

  @Rest('POST /webhooks/{id}/replay')
  @May(webhooks.write)
  @Mutation(() => Replay, {
    description:
      'Delivers the events since a moment again, at most 90 days ago, with their original ids; 409 if the webhook is not active.',
  })
  async replayWebhook(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('since', () => DateTime, { description: 'Events from this moment on, at most 90 days ago.' }) since: Date,
  ): Promise<Replay> {
    return { deliveries: await replayEvents(context, id, since) }
  }

  @Rest('POST /webhooks/deliveries/{id}/redeliver')
  @May(webhooks.write)
  @Mutation(() => Delivery, {
    description: 'Repeats a delivery that has succeeded or failed; 409 while it is pending.',
  })
  async redeliverWebhookDelivery(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<Row<Delivery>> {
    return repeatDelivery(context, await context.load(Delivery, id))
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Reason for the failure in plain words; null if the attempt succeeded.',
  })
  error(@Root() attempt: DeliveryAttempt, @Ctx() { language }: Context): string | null {
    return describeDeliveryError(attempt)?.[language] ?? null
  }

  @Extensions({ schema: { enum: deliveryErrorCodes } })
  @FieldResolver(() => String, {
    nullable: true,
    description: `Why it failed, for programs: ${deliveryErrorCodes.map((code) => `\`${code}\``).join(', ')}.`,
  })
  errorCode(@Root() attempt: DeliveryAttempt): string | null {
    return getDeliveryErrorCode(attempt)
  }
}
