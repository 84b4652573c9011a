import { Migration } from '@mikro-orm/migrations'

/** What a mail server answered is kept by recipient; `error` is read no more, and goes with a later release. */
export class OutcomesOfMails extends Migration {
  override up() {
    for (const statement of changes) this.addSql(statement)
  }
}

const changes = [
  `alter table mails add column outcomes jsonb not null default '{}'`,
  `update mails set error = null, outcomes = (
       select jsonb_object_agg(address, jsonb_build_object('state', status, 'cause', 'refused', 'reply', error))
       from unnest(recipients || copies) address)
     where error is not null and status in ('failed', 'bounced') and recipients <> '{}'`,
]
