import { Migration } from '@mikro-orm/migrations'

/** An invoice becomes overdue once: what happens to it afterwards says so no second time. */
export class OverdueOnce extends Migration {
  override up() {
    this.addSql(`
alter table invoices add column overdue_at timestamptz(3);
update invoices set overdue_at = updated_at where status = 'overdue';`)
  }
}
