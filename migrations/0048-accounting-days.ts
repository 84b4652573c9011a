import { Migration } from '@mikro-orm/migrations'

/** Books are read in the order of their days, page by page. */
export class AccountingDays extends Migration {
  override up() {
    this.addSql(`
create index payments_by_day_and_id on payments (organization_id, paid_at, id);
drop index payments_by_day;`)
  }
}
