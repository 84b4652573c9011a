import { Migration } from '@mikro-orm/migrations'
import { appRole } from '#core/database/app-role'
import { isolateTenants, resourceColumns } from '#core/database/ddl'

/**
 * Reminders, which the application's role can only add, and the base rates of § 247 BGB, which are the same for every
 * organization and change twice a year.
 */
export class Reminders extends Migration {
  override up() {
    this.addSql(`
create table base_rates (
  valid_from date not null,
  percent numeric(5, 2) not null,
  constraint base_rates_pkey primary key (valid_from)
);
grant select on base_rates to ${appRole};
insert into base_rates (valid_from, percent) values
  ('2016-07-01', -0.88), ('2023-01-01', 1.62), ('2023-07-01', 3.12), ('2024-01-01', 3.62), ('2024-07-01', 3.37),
  ('2025-01-01', 2.27), ('2025-07-01', 1.27), ('2026-01-01', 1.27);
create table reminders (${resourceColumns},
  invoice_id uuid not null,
  client_id uuid not null,
  level int not null,
  open_cents bigint not null,
  fee_cents bigint not null,
  interest_cents bigint not null,
  flat_fee_cents bigint not null,
  settled_charges_cents bigint not null,
  charges_cents bigint not null,
  total_cents bigint not null,
  interest_segments jsonb not null,
  due_date date not null,
  language text not null,
  sent_at timestamptz(3) not null,
  pdf_sha256 text not null,
  primary key (organization_id, id),
  constraint reminders_level_key unique (organization_id, invoice_id, level),
  constraint reminders_level_check check (level between 0 and 3),
  constraint reminders_invoice_id_fkey foreign key (organization_id, invoice_id) references invoices (organization_id, id),
  constraint reminders_client_id_fkey foreign key (organization_id, client_id) references clients (organization_id, id)
);
create index reminders_by_age on reminders (organization_id, created_at, id);
create index reminders_by_client on reminders (organization_id, client_id, created_at, id);
${isolateTenants('reminders', ['select', 'insert'])}`)
  }
}
