import { Migration } from '@mikro-orm/migrations'
import { isolateTenants, resourceColumns } from '#core/database/ddl'

/** Bank statements that were read, what they moved, and which payments were booked from it. */
export class BankStatements extends Migration {
  override up() {
    this.addSql(`
create table bank_imports (${resourceColumns},
  format text not null,
  statements jsonb not null,
  primary key (organization_id, id)
);
create index bank_imports_by_age on bank_imports (organization_id, created_at, id);
${isolateTenants('bank_imports', ['select', 'insert'])}

create table bank_transactions (${resourceColumns},
  account text not null,
  format text not null,
  booked_on date not null,
  value_on date,
  amount_cents bigint not null,
  currency text not null,
  name text,
  iban text,
  purpose text,
  end_to_end_id text,
  bank_reference text,
  primary key (organization_id, id)
);
create index bank_transactions_by_day on bank_transactions (organization_id, account, booked_on);
create index bank_transactions_by_iban on bank_transactions (organization_id, iban) where iban is not null;
${isolateTenants('bank_transactions', ['select', 'insert', 'update'])}

create table bank_proposals (
  organization_id uuid not null references organizations (id),
  import_id uuid not null,
  position int not null,
  transaction_id uuid not null,
  proposal jsonb not null,
  primary key (organization_id, import_id, position),
  constraint bank_proposals_import_id_fkey foreign key (organization_id, import_id) references bank_imports (organization_id, id),
  constraint bank_proposals_transaction_id_fkey foreign key (organization_id, transaction_id)
    references bank_transactions (organization_id, id)
);
create index bank_proposals_by_transaction on bank_proposals (organization_id, transaction_id);
${isolateTenants('bank_proposals', ['select', 'insert'])}

create table bank_bookings (
  organization_id uuid not null references organizations (id),
  transaction_id uuid not null,
  payment_id uuid not null,
  primary key (organization_id, payment_id),
  constraint bank_bookings_transaction_id_fkey foreign key (organization_id, transaction_id)
    references bank_transactions (organization_id, id),
  constraint bank_bookings_payment_id_fkey foreign key (organization_id, payment_id) references payments (organization_id, id)
);
create index bank_bookings_by_transaction on bank_bookings (organization_id, transaction_id);
${isolateTenants('bank_bookings', ['select', 'insert'])}`)
  }
}
