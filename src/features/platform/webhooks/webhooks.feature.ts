import { concurrentChange } from '#core/errors/database-error'
import type { Feature } from '#core/feature/feature'
import { deliveriesTable } from './deliveries-table.ts'
import { Delivery } from './delivery.entity.ts'
import { DeliveryResolver } from './delivery.resolver.ts'
import { disabledWebhookNotices } from './disabled-webhooks.ts'
import { EventKindResolver } from './event-kind.resolver.ts'
import { Webhook } from './webhook.entity.ts'
import { webhookMetrics } from './webhook.metrics.ts'
import { WebhookResolver } from './webhook.resolver.ts'

import { examples } from './webhooks.examples.ts'

export const feature = {
  name: 'webhooks',
  entities: [Webhook, Delivery],
  resolvers: [WebhookResolver, DeliveryResolver, EventKindResolver],
  constraints: { webhook_deliveries_event_key: concurrentChange },
  partitioned: [deliveriesTable],
  notices: [disabledWebhookNotices],
  metrics: webhookMetrics,
  examples,
  fixture: () => import('./webhooks.fixture.ts'),
} satisfies Feature
