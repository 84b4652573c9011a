import type { Feature } from '#core/feature/feature'
import { createReceiverClient } from '#core/outbound/receiver-client'
import { deliveriesPerMinute } from './claim-deliveries.ts'
import { startDispatcher } from './dispatcher.ts'

export const feature = {
  name: 'webhook-dispatcher',
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
} satisfies Feature
