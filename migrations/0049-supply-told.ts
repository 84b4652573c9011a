import { Migration } from '@mikro-orm/migrations'

/** The books tell the supply that an advance was for with the final invoice that says it. */
export class SupplyTold extends Migration {
  override up() {
    this.addSql('alter table invoices add column supply_invoiced_on date')
    this.addSql('update invoices set supply_invoiced_on = supplied_on where supplied_on is not null')
  }
}
