import type { Context } from '#core/operation/context'
import { createWebhookSecret } from './signature.ts'
import type { Webhook } from './webhook.entity.ts'

const overlap = 24 * 60 * 60 * 1000

/** The former secret signs in addition for 24 hours. */
export function rotateSecret({ services, clock }: Context, webhook: Webhook): Webhook {
  const secret = createWebhookSecret()
  webhook.rotate(services.secrets.seal(secret, 'webhook'), new Date(clock.now().getTime() + overlap))
  webhook.secret = secret
  return webhook
}
