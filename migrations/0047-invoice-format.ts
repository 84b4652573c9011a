import { Migration } from '@mikro-orm/migrations'

/** What a client takes its invoices as. */
export class InvoiceFormat extends Migration {
  override up() {
    this.addSql(`alter table clients add column invoice_format text not null default 'zugferd'`)
    this.addSql(`alter table clients add constraint clients_invoice_format_check
      check (invoice_format in ('zugferd', 'xrechnung_ubl', 'xrechnung_cii'))`)
  }
}
