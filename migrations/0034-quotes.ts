import { Migration } from '@mikro-orm/migrations'
import { isolateTenants, resourceColumns } from '#core/database/ddl'
import { makeSearchable } from '#core/database/searchable'

/** Quotes, and the quote that an invoice was made from. */
export class Quotes extends Migration {
  override up() {
    this.addSql(`
create table quotes (${resourceColumns},
  status text not null default 'draft',
  number text,
  client_id uuid not null,
  project_id uuid,
  issue_date date,
  valid_until date not null,
  language text,
  introduction text,
  closing text,
  currency text not null default 'EUR',
  line_items jsonb not null,
  subtotal_cents bigint not null,
  tax_cents bigint not null,
  total_cents bigint not null,
  tax_breakdown jsonb not null,
  sent_at timestamptz(3),
  signed_at timestamptz(3),
  signer_name text,
  acceptance_note text,
  rejected_at timestamptz(3),
  rejection_reason text,
  invoice_id uuid,
  pdf_sha256 text,
  warnings jsonb not null default '[]',
  parties jsonb,
  external_id text,
  metadata jsonb not null default '{}',
  primary key (organization_id, id),
  constraint quotes_status_check check (status in ('draft', 'sent', 'signed', 'rejected', 'expired', 'converted')),
  constraint quotes_number_check check ((status = 'draft') = (number is null)),
  constraint quotes_document_check check (status = 'draft' or (pdf_sha256 is not null and issue_date is not null)),
  constraint quotes_signed_check check ((status in ('signed', 'converted')) = (signed_at is not null)),
  constraint quotes_converted_check check ((status = 'converted') = (invoice_id is not null)),
  constraint quotes_client_id_fkey foreign key (organization_id, client_id) references clients (organization_id, id),
  constraint quotes_project_id_fkey foreign key (organization_id, project_id) references projects (organization_id, id),
  constraint quotes_invoice_id_fkey foreign key (organization_id, invoice_id) references invoices (organization_id, id)
);
create unique index quotes_number_key on quotes (organization_id, number);
create unique index quotes_external_id_key on quotes (organization_id, external_id) where external_id is not null;
create index quotes_by_age on quotes (organization_id, created_at, id);
create index quotes_by_client on quotes (organization_id, client_id, created_at, id);
create index quotes_by_project on quotes (organization_id, project_id, created_at, id) where project_id is not null;
create index quotes_by_invoice on quotes (organization_id, invoice_id) where invoice_id is not null;
create index quotes_by_end on quotes (organization_id, status, valid_until);
${isolateTenants('quotes')}
${makeSearchable('quotes', 'number')}
alter table invoices add column quote_id uuid,
  add constraint invoices_quote_id_fkey foreign key (organization_id, quote_id) references quotes (organization_id, id);
create index invoices_by_quote on invoices (organization_id, quote_id, created_at, id) where quote_id is not null;`)
  }
}
