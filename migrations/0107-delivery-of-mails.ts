import { Migration } from '@mikro-orm/migrations'

/** What became of a mail is told, and filtered by, wherever it is not just sent. */
export class DeliveryOfMails extends Migration {
  override up() {
    this.addSql('alter table mails drop constraint mails_status_check')
    this.addSql(
      `alter table mails add constraint mails_status_check check (status in ('queued', 'sent', 'failed', 'bounced'))`,
    )
    this.addSql(`create index mails_not_sent on mails (organization_id, status, subject_id) where status <> 'sent'`)
  }
}
