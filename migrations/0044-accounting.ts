import { Migration } from '@mikro-orm/migrations'

/** A debtor that a tax adviser has booked on keeps its number. */
export class AccountingExport extends Migration {
  override up() {
    this.addSql('alter table clients add column debtor_exported boolean not null default false')
  }
}
