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
import { May } from '#core/access/may'
import type { Context } from '#core/context'
import { ListArgs } from '#core/graphql/list'
import { DateTime, UUID } from '#core/graphql/scalars'
import { Rest } from '#core/rest/rest'
import { Delivery, DeliveryAttempt, DeliveryStatus } from './delivery.entity.ts'
import { readDeliveries } from './delivery.reads.ts'
import { codeOf, faultCodes, faultOf } from './fault.ts'
import { pingWebhook } from './ping-webhook.ts'
import { redeliver } from './redeliver.ts'
import { replayEvents } from './replay-events.ts'
import { Webhook } from './webhook.entity.ts'
import { webhooks } from './webhook.policy.ts'
import { readWebhook } from './webhook.reads.ts'

@ArgsType()
class DeliveryListArgs extends ListArgs {
  @Field(() => DeliveryStatus, { nullable: true })
  status?: DeliveryStatus
}

@ObjectType('WebhookDeliveryList', { simpleResolvers: true })
class DeliveryList {
  @Field(() => [Delivery])
  deliveries!: Delivery[]

  @Field(() => Int)
  total!: number
}

@ObjectType('WebhookReplay', { simpleResolvers: true, description: 'What a replay has put on its way.' })
class Replay {
  @Field(() => Int, { description: 'Events that will be delivered, once more or for the first time.' })
  deliveries!: number
}

@Resolver(() => DeliveryAttempt)
export class DeliveryResolver {
  @Rest('GET /webhooks/{id}/deliveries')
  @May(webhooks.read)
  @Query(() => DeliveryList, { description: 'What was sent to a webhook, with every attempt.' })
  async webhookDeliveries(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Args(() => DeliveryListArgs) { status, ...args }: DeliveryListArgs,
  ): Promise<DeliveryList> {
    const webhook = await readWebhook(context, id)
    const { rows, total } = await readDeliveries(context, webhook.id, status, args)
    return { deliveries: rows, total }
  }

  @Rest('POST /webhooks/{id}/test')
  @May(webhooks.write)
  @Mutation(() => Delivery, { description: 'Sends a webhook a `webhook.test`; 409 where it is not active.' })
  async testWebhook(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<Delivery> {
    return pingWebhook(context, await context.load(Webhook, id))
  }

  @Rest('POST /webhooks/{id}/replay')
  @May(webhooks.write)
  @Mutation(() => Replay, {
    description:
      'Sends what happened since a moment, at most 90 days ago, under the keys it had; 409 where it is not active.',
  })
  async replayWebhook(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('since', () => DateTime) since: Date,
  ): Promise<Replay> {
    return { deliveries: await replayEvents(context, id, since) }
  }

  @Rest('POST /webhooks/deliveries/{id}/redeliver')
  @May(webhooks.write)
  @Mutation(() => Delivery, { description: 'Sends a settled delivery once more; 409 while it is pending.' })
  async redeliverWebhookDelivery(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<Delivery> {
    return redeliver(context, await context.load(Delivery, id))
  }

  @FieldResolver(() => String, { nullable: true, description: 'Why it failed, in plain words; null where it did not.' })
  error(@Root() attempt: DeliveryAttempt, @Ctx() { language }: Context): string | null {
    return faultOf(attempt)?.[language] ?? null
  }

  @Extensions({ schema: { enum: [...faultCodes, null] } })
  @FieldResolver(() => String, {
    nullable: true,
    description: `Why it failed, for programs: ${faultCodes.map((code) => `\`${code}\``).join(', ')}.`,
  })
  errorCode(@Root() attempt: DeliveryAttempt): string | null {
    return codeOf(attempt)
  }
}
