import { Migration } from '@mikro-orm/migrations'

/** What documents show of the seller and his taste; what is unusual about an invoice. */
export class Documents extends Migration {
  override up() {
    this.addSql(`
alter table organizations add column contact_name text, add column accent_color text;
alter table invoices add column warnings jsonb not null default '[]';`)
  }
}
