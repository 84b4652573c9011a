import { Migration } from '@mikro-orm/migrations'

/** Whether VAT of other member states is declared through the One-Stop-Shop (§ 18j UStG). */
export class OneStopShop extends Migration {
  override up() {
    this.addSql('alter table organizations add column one_stop_shop boolean not null default false')
  }
}
