import { select } from '#core/database/select'
import type { NoticeSource } from '#core/operation/notices'
import type { Bilingual } from '#core/text/language'
import type { DisabledReason } from './webhook.entity.ts'
import { webhooks } from './webhook.policy.ts'

/** Webhooks that Kontor has disabled. */
export const disabledWebhookNotices: NoticeSource = {
  kind: 'webhook_disabled',
  readable: webhooks.read,
  async find(context) {
    const disabled = await context.query<{ id: string; url: string; reason: DisabledReason; since: Date }>(
      select`id, url, disabled_reason as reason, updated_at as since from webhooks
          where organization_id = ${context.organizationId} and not active and disabled_reason is not null
          order by updated_at desc limit 20`,
    )
    return disabled.map(({ id, url, reason, since }) => ({
      message: {
        de: `Kontor hat den Webhook an ${new URL(url).host} abgeschaltet: ${reasons[reason].de}`,
        en: `Kontor has disabled the webhook to ${new URL(url).host}: ${reasons[reason].en}`,
      },
      path: `/settings/webhooks/${id}`,
      since: new Date(since),
    }))
  },
}

const reasons: Readonly<Record<DisabledReason, Bilingual>> = {
  gone: {
    de: 'Der Empfänger hat mit 410 (Gone) geantwortet, er möchte nichts mehr erhalten.',
    en: 'its receiver answered 410 (Gone), it wants no more events.',
  },
  failing: { de: 'Seit fünf Tagen ist keine Zustellung gelungen.', en: 'no delivery has succeeded for five days.' },
  owner_gone: {
    de: 'Wer ihn angelegt hat, gehört nicht mehr zur Organisation.',
    en: 'whoever made it has left the organization.',
  },
}
