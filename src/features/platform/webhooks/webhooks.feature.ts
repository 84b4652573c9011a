import { concurrentChange } from '#core/errors/database-error'
import type { Feature } from '#core/feature/feature'
import { createReceiverClient } from '#core/outbound/receiver-client'
import { Delivery } from './delivery.entity.ts'
import { DeliveryResolver } from './delivery.resolver.ts'
import { disabledWebhooks } from './disabled-webhooks.ts'
import { deliveriesPerMinute } from './dispatcher/claim.ts'
import { startDispatcher } from './dispatcher/dispatcher.ts'
import { EventKindResolver } from './event-kind.resolver.ts'
import { storedDeliveries } from './stored-deliveries.ts'
import { Webhook } from './webhook.entity.ts'
import { webhookMetrics } from './webhook.metrics.ts'
import { WebhookResolver } from './webhook.resolver.ts'

import { examples } from './webhooks.examples.ts'

export const feature = {
  name: 'webhooks',
  entities: [Webhook, Delivery],
  resolvers: [WebhookResolver, DeliveryResolver, EventKindResolver],
  constraints: { webhook_deliveries_event_key: concurrentChange },
  partitioned: [storedDeliveries],
  worker: ({ services, system, databaseUrl, config, log }) =>
    startDispatcher(
      databaseUrl,
      system,
      {
        ...services(),
        receiver: createReceiverClient(services().receivers),
        retryBaseMs: config.webhookRetryBaseMs,
        mostPerMinute: deliveriesPerMinute,
      },
      (error) => log.warn({ err: error }, 'webhooks'),
    ),
  notices: [disabledWebhooks],
  metrics: webhookMetrics,
  examples,
  fixture: () => import('./webhooks.fixture.ts'),
} satisfies Feature
