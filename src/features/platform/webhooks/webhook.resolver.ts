import sql from 'sql-template-tag'
import { Arg, Args, Ctx, Field, Int, Mutation, ObjectType, Query, Resolver } from 'type-graphql'
import { May } from '#core/access/authorization'
import { select } from '#core/database/select'
import { selectAllColumns } from '#core/operation/columns'
import type { Context } from '#core/operation/context'
import { assertRecentAuthentication } from '#core/operation/recent-authentication'
import { assertReceiverUrl } from '#core/outbound/receiver-url'
import { createListType, filterList, ListArgs, limitOffset, orderBy } from '#core/schema/list'
import { Rest } from '#core/schema/rest'
import type { Row } from '#core/schema/row'
import { UUID } from '#core/schema/scalars'
import { wakeDispatcherAfterCommit } from './delivery.reads.ts'
import { resumeDeliveries } from './pending-deliveries.ts'
import { rotateSecret } from './rotate-secret.ts'
import { createWebhookSecret } from './signature.ts'
import { Webhook } from './webhook.entity.ts'
import { CreateWebhookInput, UpdateWebhookInput } from './webhook.inputs.ts'
import { webhooks } from './webhook.policy.ts'

@ObjectType({ simpleResolvers: true })
class WebhookList extends createListType('webhooks', Webhook) {}

@ObjectType({ simpleResolvers: true, description: 'A webhook, with the signing secret that is shown only once.' })
class WebhookWithSecret extends Webhook {
  @Field(() => String, { description: 'Secret that signs the deliveries; shown only once.' })
  declare secret: string
}

@Resolver(() => Webhook)
export class WebhookResolver {
  @Rest('GET /webhooks')
  @May(webhooks.read)
  @Query(() => WebhookList, { description: 'The webhooks of the organization.' })
  async webhooks(@Ctx() context: Context, @Args(() => ListArgs) args: ListArgs): Promise<WebhookList> {
    const { rows, total } = await context.page<Webhook>(
      selectAllColumns(context, Webhook, 'w'),
      sql`from webhooks w where w.organization_id = ${context.organizationId}${filterList(args, 'w', ['w.url', 'w.description'])}`,
      orderBy(args.sort, { created_at: 'created_at' }, 'w'),
      limitOffset(args),
    )
    return { webhooks: rows, total }
  }

  @Rest('GET /webhooks/{id}')
  @May(webhooks.read)
  @Query(() => Webhook, { description: 'A webhook.' })
  webhook(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<Row<Webhook>> {
    return context.read(Webhook, id)
  }

  @Rest('POST /webhooks', 201)
  @May(webhooks.write)
  @Mutation(() => WebhookWithSecret, {
    description: 'Creates a webhook. Only this response contains the signing secret.',
  })
  async createWebhook(
    @Ctx() context: Context,
    @Arg('input', () => CreateWebhookInput) input: CreateWebhookInput,
  ): Promise<Webhook> {
    assertCallableUrl(context, input)
    await assertRecentAuthentication(context)
    const secret = createWebhookSecret()
    const [at] = await context.query<{ last: number }>(
      select`last from event_sequences where organization_id = ${context.organizationId}`,
    )
    const webhook = context.create(Webhook, {
      ...input,
      ...normalizeEvents(input),
      sealedSecret: context.services.secrets.seal(secret, 'webhook'),
      createdBy: context.member.id,
      sinceSequence: at?.last ?? 0,
    })
    webhook.secret = secret
    context.audit('webhook.created', webhook, auditedColumns)
    return webhook
  }

  @Rest('PUT /webhooks/{id}')
  @May(webhooks.write)
  @Mutation(() => Webhook, {
    description: 'Updates a webhook: only the fields that are sent change. `active: true` enables it again.',
  })
  async updateWebhook(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('input', () => UpdateWebhookInput) input: UpdateWebhookInput,
    @Arg('version', () => Int, { nullable: true }) _version?: number,
  ): Promise<Webhook> {
    assertCallableUrl(context, input)
    const webhook = await context.load(Webhook, id)
    if (input.url && input.url !== webhook.url) await assertRecentAuthentication(context)
    context.audit('webhook.updated', webhook, auditedColumns)
    context.assign(webhook, { ...input, ...normalizeEvents(input) })
    if (input.active) {
      webhook.enable(context.member.id)
      await resumeDeliveries(context, id)
      wakeDispatcherAfterCommit(context)
    }
    return webhook
  }

  @Rest('POST /webhooks/{id}/rotate-secret')
  @May(webhooks.write)
  @Mutation(() => WebhookWithSecret, {
    description:
      'Gives a webhook a new signing secret, which only this response contains; the previous one stays valid for 24 hours.',
  })
  async rotateWebhookSecret(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<Webhook> {
    const webhook = await context.load(Webhook, id)
    await assertRecentAuthentication(context)
    context.audit('webhook.secret_rotated', { id })
    return rotateSecret(context, webhook)
  }

  @Rest('DELETE /webhooks/{id}')
  @May(webhooks.write)
  @Mutation(() => Boolean, { description: 'Deletes a webhook and its deliveries.' })
  async deleteWebhook(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<boolean> {
    const webhook = await context.load(Webhook, id)
    context.audit('webhook.deleted', webhook, auditedColumns)
    context.em.remove(webhook)
    return true
  }
}

/** Failure counters change with every delivery and are not part of the audit log. */
const auditedColumns = ['url', 'events', 'active', 'description'] as const

/** 422 naming `url` if it can never be called. */
function assertCallableUrl({ services }: Context, { url }: UpdateWebhookInput) {
  if (url !== undefined && url !== null) assertReceiverUrl(url, services.receivers)
}

/** Removes duplicates; `*` replaces all others. */
const normalizeEvents = ({ events }: Pick<UpdateWebhookInput, 'events'>) =>
  events && { events: events.includes('*') ? ['*'] : [...new Set(events)] }
