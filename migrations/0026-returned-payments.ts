import { Migration } from '@mikro-orm/migrations'

/** The day on which a payment went back, and what is unusual about one; cash discount that credit notes took with them. */
export class ReturnedPayments extends Migration {
  override up() {
    this.addSql(`
alter table payments add column returned_at date, add column warnings jsonb not null default '[]';
alter table payments add constraint payments_returned_check
  check (returned_at is null or (reversed_at is not null and returned_at >= paid_at));
create index payments_by_return on payments (organization_id, returned_at) where returned_at is not null;
alter table invoices add column discount_undone jsonb not null default '[]';`)
    this.addSql(undoEarlierDiscounts)
  }
}

// Until now a full credit alone undid a discount.
export const undoEarlierDiscounts = `
update invoices i set discount_undone = u.entries
from (
  select organization_id, invoice_id, jsonb_agg(jsonb_build_object('day', day, 'taxCategory', category, 'taxRate', rate,
    'netCents', net, 'taxCents', tax)) as entries
  from (
    select p.organization_id, p.invoice_id, s."taxCategory" as category, s."taxRate" as rate, (
        select max(n.issue_date) from invoices n
        where n.organization_id = p.organization_id and n.credited_invoice_id = p.invoice_id
      ) as day, sum(s."discountNetCents") as net, sum(s."discountTaxCents") as tax
    from payments p cross join lateral jsonb_to_recordset(p.vat_shares)
      as s ("taxCategory" text, "taxRate" numeric, "discountNetCents" bigint, "discountTaxCents" bigint)
    where p.reversed_at is null and p.cash_discount_cents > 0
    group by 1, 2, 3, 4
  ) discounts
  where day is not null
  group by 1, 2
) u
where u.organization_id = i.organization_id and u.invoice_id = i.id and i.status = 'cancelled'`
