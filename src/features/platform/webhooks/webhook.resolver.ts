import sql from 'sql-template-tag'
import { Arg, Args, Ctx, Field, Int, Mutation, ObjectType, Query, Resolver } from 'type-graphql'
import { May } from '#core/access/may'
import type { Context } from '#core/context'
import { columnsOf } from '#core/database/columns'
import { ListArgs, narrowed, orderBy, slice } from '#core/graphql/list'
import { UUID } from '#core/graphql/scalars'
import { assertReceiverUrl } from '#core/outbound/receiver-url'
import { Rest } from '#core/rest/rest'
import { ringAfterCommit } from './delivery.reads.ts'
import { rotateSecret } from './rotate-secret.ts'
import { newSecret } from './signature.ts'
import { Webhook } from './webhook.entity.ts'
import { CreateWebhookInput, UpdateWebhookInput } from './webhook.inputs.ts'
import { webhooks } from './webhook.policy.ts'
import { readWebhook } from './webhook.reads.ts'

@ObjectType({ simpleResolvers: true })
class WebhookList {
  @Field(() => [Webhook])
  webhooks!: Webhook[]

  @Field(() => Int)
  total!: number
}

/** A subscription with its secret, which is shown once. */
@ObjectType({ simpleResolvers: true })
export class WebhookWithSecret extends Webhook {
  @Field(() => String, { description: 'Signs the deliveries; shown once.' })
  declare secret: string
}

@Resolver(() => Webhook)
export class WebhookResolver {
  @Rest('GET /webhooks')
  @May(webhooks.read)
  @Query(() => WebhookList, { description: 'The webhook subscriptions of the organization.' })
  async webhooks(@Ctx() context: Context, @Args(() => ListArgs) args: ListArgs): Promise<WebhookList> {
    const { rows, total } = await context.page<Webhook>(
      columnsOf(context, Webhook, 'w'),
      sql`from webhooks w where w.organization_id = ${context.organizationId}${narrowed(args, 'w', ['w.url', 'w.description'])}`,
      orderBy(args.sort, { created_at: 'created_at' }, 'w'),
      slice(args),
    )
    return { webhooks: rows, total }
  }

  @Rest('GET /webhooks/{id}')
  @May(webhooks.read)
  @Query(() => Webhook, { description: 'A webhook subscription.' })
  webhook(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<Webhook> {
    return readWebhook(context, id)
  }

  @Rest('POST /webhooks', 201)
  @May(webhooks.write)
  @Mutation(() => WebhookWithSecret, {
    description: 'Subscribes an HTTPS endpoint to events; the answer alone shows the secret.',
  })
  async createWebhook(
    @Ctx() context: Context,
    @Arg('input', () => CreateWebhookInput) input: CreateWebhookInput,
  ): Promise<Webhook> {
    check(context, input)
    const secret = newSecret()
    const [at] = await context.query<{ last: number }>(
      sql`select last from event_sequences where organization_id = ${context.organizationId}`,
    )
    const webhook = context.create(Webhook, {
      ...input,
      ...chosen(input),
      sealedSecret: context.services.secrets.seal(secret, 'webhook'),
      createdBy: context.member.id,
      sinceSequence: at?.last ?? 0,
    })
    webhook.secret = secret
    return webhook
  }

  @Rest('PUT /webhooks/{id}')
  @May(webhooks.write)
  @Mutation(() => Webhook, {
    description: 'Updates a webhook: only the fields that are sent change. `active: true` switches it on again.',
  })
  async updateWebhook(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('input', () => UpdateWebhookInput) input: UpdateWebhookInput,
    @Arg('version', () => Int, { nullable: true }) _version?: number,
  ): Promise<Webhook> {
    check(context, input)
    const webhook = context.assign(await context.load(Webhook, id), { ...input, ...chosen(input) })
    if (input.active) {
      webhook.enable(context.member.id)
      ringAfterCommit(context)
    }
    return webhook
  }

  @Rest('POST /webhooks/{id}/rotate-secret')
  @May(webhooks.write)
  @Mutation(() => WebhookWithSecret, {
    description:
      'Gives a webhook a new secret, which this answer alone shows; the one before signs beside it for 24 hours.',
  })
  async rotateWebhookSecret(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<Webhook> {
    return rotateSecret(context, await context.load(Webhook, id))
  }

  @Rest('DELETE /webhooks/{id}')
  @May(webhooks.write)
  @Mutation(() => Boolean, { description: 'Ends a subscription, with its deliveries.' })
  async deleteWebhook(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<boolean> {
    context.em.remove(await context.load(Webhook, id))
    return true
  }
}

/** 422 naming `url` where a subscription could never be served. */
function check({ services }: Context, { url }: UpdateWebhookInput) {
  if (url !== undefined && url !== null) assertReceiverUrl(url, services.receivers)
}

/** The events, each once; `*` stands for all beside it. */
const chosen = ({ events }: Pick<UpdateWebhookInput, 'events'>) =>
  events && { events: events.includes('*') ? ['*'] : [...new Set(events)] }
