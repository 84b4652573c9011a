import { Migration } from '@mikro-orm/migrations'
import { isolateTenants, resourceColumns } from '#core/database/ddl'

/** What a payment settles of each rate of VAT; more than was open as the client's credit, and what of it was given back. */
export class ClientCredit extends Migration {
  override up() {
    this.addSql(payments)
    this.addSql(divideEarlierPayments)
    this.addSql(refunds)
  }
}

const payments = `
alter table payments add column credit_cents bigint not null default 0, add column vat_shares jsonb not null default '[]';
alter table payments drop constraint payments_method_check;
alter table payments add constraint payments_method_check
  check (method in ('bank_transfer', 'cash', 'card', 'direct_debit', 'paypal', 'other', 'client_credit'));
alter table payments add constraint payments_credit_check check (credit_cents between 0 and amount_cents);
create index payments_of_credit on payments (organization_id, invoice_id) where credit_cents > 0 or method = 'client_credit';
create index payments_by_day on payments (organization_id, paid_at);`

// Payments made before are divided over the rates of their document in proportion, each rate up to its own border, so
// that the shares add up to the cent.
export const divideEarlierPayments = `
update payments p set vat_shares = s.shares
from (
  select organization_id, id, jsonb_agg(jsonb_build_object(
      'taxCategory', category, 'taxRate', rate, 'netCents', money - money_tax, 'taxCents', money_tax,
      'discountNetCents', discount - discount_tax, 'discountTaxCents', discount_tax) order by place) as shares
  from (
    select organization_id, id, place, category, rate, money, discount,
      case when gross = 0 then 0 else round(money * tax / gross) end as money_tax,
      case when gross = 0 then 0 else round(discount * tax / gross) end as discount_tax
    from (
      select organization_id, id, place, category, rate, gross, tax,
        round(money * upto / whole) - round(money * (upto - gross) / whole) as money,
        round(discount * upto / whole) - round(discount * (upto - gross) / whole) as discount
      from (
        select p.organization_id, p.id, t.place, t.value->>'taxCategory' as category, (t.value->>'taxRate')::numeric as rate,
          (p.amount_cents - p.charges_cents)::numeric as money, p.cash_discount_cents::numeric as discount,
          (t.value->>'taxCents')::numeric as tax,
          (t.value->>'netCents')::numeric + (t.value->>'taxCents')::numeric as gross,
          sum((t.value->>'netCents')::numeric + (t.value->>'taxCents')::numeric)
            over (partition by p.organization_id, p.id order by t.place) as upto,
          i.total_cents::numeric as whole
        from payments p join invoices i on i.organization_id = p.organization_id and i.id = p.invoice_id
        cross join jsonb_array_elements(i.tax_breakdown) with ordinality as t (value, place)
        where i.total_cents <> 0
      ) parts
    ) divided
  ) taxed
  group by organization_id, id
) s
where s.organization_id = p.organization_id and s.id = p.id;`

const refunds = `
create table client_refunds (${resourceColumns},
  client_id uuid not null,
  amount_cents bigint not null,
  paid_at date not null,
  method text not null,
  reference text,
  primary key (organization_id, id),
  constraint client_refunds_amount_check check (amount_cents > 0),
  constraint client_refunds_method_check check (method in ('bank_transfer', 'cash', 'card', 'direct_debit', 'paypal', 'other')),
  constraint client_refunds_client_id_fkey foreign key (organization_id, client_id) references clients (organization_id, id)
);
create index client_refunds_by_client on client_refunds (organization_id, client_id, created_at, id);
${isolateTenants('client_refunds', ['select', 'insert'])}`
