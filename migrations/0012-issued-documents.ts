import { Migration } from '@mikro-orm/migrations'
import { isolateTenants } from '#core/database/ddl'

/**
 * What an issued document says never changes: its row here repeats it, the application's role can only add such rows,
 * and the reference keeps the invoice as it is. What is not printed on it (status, payments, project) stays free.
 */
export class IssuedDocuments extends Migration {
  override up() {
    this.addSql(`
alter table invoices add column content_hash bigint not null generated always as (hashtextextended(
  line_items::text || tax_breakdown::text || currency || coalesce(parties::text, '') || '|' || coalesce(language, '')
    || '|' || coalesce(introduction, '') || '|' || coalesce(closing, '') || '|' || coalesce(credited_invoice_id::text, '')
    || '|' || coalesce((service_from - date '2000-01-01')::text, '') || '|' || coalesce((service_to - date '2000-01-01')::text, '')
    || '|' || coalesce(cash_discount_percent::text, '') || '|' || coalesce(cash_discount_days::text, ''), 0)) stored`)
    this.addSql(
      `alter table invoices add constraint invoices_content_key unique (${['organization_id', 'id', ...content].join(', ')})`,
    )
    this.addSql(`
create table issued_documents (
  organization_id uuid not null references organizations (id),
  invoice_id uuid not null,
  issued_at timestamptz(3) not null,
  number text not null,
  kind text not null,
  client_id uuid not null,
  issue_date date not null,
  due_date date not null,
  subtotal_cents bigint not null,
  tax_cents bigint not null,
  total_cents bigint not null,
  content_hash bigint not null,
  pdf_sha256 text not null,
  xml_sha256 text,
  primary key (organization_id, invoice_id),
  constraint issued_documents_invoice_id_fkey foreign key (organization_id, invoice_id, ${content.join(', ')})
    references invoices (organization_id, id, ${content.join(', ')})
);
create index issued_documents_by_pdf on issued_documents (organization_id, pdf_sha256);
${isolateTenants('issued_documents', ['select', 'insert'])}
insert into issued_documents (organization_id, invoice_id, issued_at, ${content.join(', ')})
  select organization_id, id, coalesce(sent_at, updated_at), ${content.join(', ')} from invoices where status <> 'draft'`)
  }
}

const content = [
  ...['number', 'kind', 'client_id', 'issue_date', 'due_date', 'subtotal_cents', 'tax_cents', 'total_cents'],
  ...['content_hash', 'pdf_sha256'],
]
