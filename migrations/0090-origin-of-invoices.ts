import { Migration } from '@mikro-orm/migrations'

/** What a recurring invoice was made of, until now its last one only. */
export class OriginOfInvoices extends Migration {
  override up() {
    this.addSql(`
alter table invoices add column recurring_invoice_id uuid;
create index invoices_by_recurring on invoices (organization_id, recurring_invoice_id, created_at, id)
  where recurring_invoice_id is not null;
update invoices i set recurring_invoice_id = r.id from recurring_invoices r
  where r.organization_id = i.organization_id and r.last_invoice_id = i.id;`)
  }
}
