import { Migration } from '@mikro-orm/migrations'

/** Who sent a signing link and is told what became of it; the day on which notice of a contract was received. */
export class AnswersToLinks extends Migration {
  override up() {
    this.addSql(`
alter table signing_links add column sent_by uuid;
alter table contracts add column noticed_on date;
update contracts set noticed_on = (cancelled_at at time zone 'Europe/Berlin')::date where cancelled_at is not null;`)
  }
}
