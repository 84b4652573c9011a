import { Migration } from '@mikro-orm/migrations'
import { isolateTenants, resourceColumns } from '#core/database/ddl'

export class Contracts extends Migration {
  override up() {
    this.addSql(`
create table contracts (${resourceColumns},
  status text not null,
  number text,
  client_id uuid not null,
  quote_id uuid,
  title text not null,
  content text not null,
  starts_on date,
  ends_on date,
  notice_period_days int,
  language text,
  sent_at timestamptz(3),
  signed_at timestamptz(3),
  signer_name text,
  rejected_at timestamptz(3),
  rejection_reason text,
  cancelled_at timestamptz(3),
  terminates_on date,
  pdf_sha256 text,
  parties jsonb,
  external_id text,
  metadata jsonb not null default '{}',
  primary key (organization_id, id),
  constraint contracts_client_id_fkey foreign key (organization_id, client_id) references clients (organization_id, id),
  constraint contracts_quote_id_fkey foreign key (organization_id, quote_id) references quotes (organization_id, id)
);
create index contracts_by_age on contracts (organization_id, created_at, id);
create index contracts_by_client on contracts (organization_id, client_id, created_at, id);
create index contracts_by_quote on contracts (organization_id, quote_id, created_at, id) where quote_id is not null;
create unique index contracts_number_key on contracts (organization_id, number) where number is not null;
create unique index contracts_external_id_key on contracts (organization_id, external_id) where external_id is not null;
${isolateTenants('contracts')}`)
  }
}
