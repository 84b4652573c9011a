import { Migration } from '@mikro-orm/migrations'

/** Mails are counted by the hour, and updates of one event that follow each other are one mail. */
export class MailLimit extends Migration {
  override up() {
    for (const statement of changes) this.addSql(statement)
  }
}

const changes = [
  `alter table mails add column is_system boolean not null default false, add column collect_key text,
     add column send_after timestamptz(3)`,
  `create index mails_by_time on mails (organization_id, created_at)`,
]
