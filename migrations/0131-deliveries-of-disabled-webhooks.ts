import { Migration } from '@mikro-orm/migrations'

/** A delivery that ends with its webhook says why. */
export class DeliveriesOfDisabledWebhooks extends Migration {
  override up() {
    this.addSql('alter table webhook_deliveries add column disabled_reason text')
    this.addSql(`update webhook_deliveries d set status = 'failed', next_attempt_at = null, disabled_reason = w.disabled_reason
      from webhooks w where w.organization_id = d.organization_id and w.id = d.webhook_id and d.status = 'pending'
        and not w.active and w.disabled_reason is not null`)
  }
}
