import { Migration } from '@mikro-orm/migrations'
import { isolateTenants } from '#core/database/ddl'

/**
 * What was issued, of whatever kind, and the hashes of its bytes: rows that the application's role can only add. That an
 * issued invoice does not change stays with `issued_documents`.
 */
export class ArchivedDocuments extends Migration {
  override up() {
    this.addSql(`
create table archived_documents (
  organization_id uuid not null references organizations (id),
  subject_id uuid not null,
  kind text not null,
  archived_at timestamptz(3) not null,
  number text not null,
  pdf_sha256 text not null,
  xml_sha256 text,
  primary key (organization_id, subject_id, kind, pdf_sha256)
);
create index archived_documents_by_pdf on archived_documents (organization_id, pdf_sha256);
${isolateTenants('archived_documents', ['select', 'insert'])}
insert into archived_documents (organization_id, subject_id, kind, archived_at, number, pdf_sha256, xml_sha256)
  select organization_id, invoice_id, kind, issued_at, number, pdf_sha256, xml_sha256 from issued_documents;
drop index issued_documents_by_pdf;
alter table issued_documents drop column xml_sha256;`)
  }
}
