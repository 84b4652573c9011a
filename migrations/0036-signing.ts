import { Migration } from '@mikro-orm/migrations'
import { protect } from '#core/database/ddl'

/**
 * Links to sign by, and what is kept of a signature. A signature, what followed it and what was sealed are added and never
 * changed: the application's role can do no more.
 */
export class Signing extends Migration {
  override up() {
    this.addSql(`
create table signing_links (
  organization_id uuid not null references organizations (id),
  hash bytea not null,
  created_at timestamptz(3) not null,
  kind text not null,
  subject_id uuid not null,
  sent_to text[] not null,
  expires_at timestamptz(3) not null,
  opened_at timestamptz(3),
  ended_at timestamptz(3),
  primary key (organization_id, hash)
);
create index signing_links_by_subject on signing_links (organization_id, subject_id);
${protect('signing_links', ['select', 'insert', 'update'])}

create table signatures (
  organization_id uuid not null references organizations (id),
  subject_id uuid not null,
  kind text not null,
  signed_at timestamptz(3) not null,
  signer_name text not null,
  typed text,
  image bytea,
  address text not null,
  user_agent text not null,
  language text not null,
  sent_to text[] not null,
  sent_at timestamptz(3) not null,
  opened_at timestamptz(3) not null,
  number text not null,
  document_sha256 text not null,
  primary key (organization_id, subject_id),
  constraint signatures_form_check check ((typed is null) <> (image is null))
);
${protect('signatures', ['select', 'insert'])}

create table signature_steps (
  organization_id uuid not null references organizations (id),
  subject_id uuid not null,
  step text not null,
  at timestamptz(3) not null,
  note text not null,
  primary key (organization_id, subject_id, step),
  constraint signature_steps_subject_id_fkey foreign key (organization_id, subject_id)
    references signatures (organization_id, subject_id)
);
${protect('signature_steps', ['select', 'insert'])}

create table sealed_documents (
  organization_id uuid not null references organizations (id),
  subject_id uuid not null,
  steps int not null,
  sealed_at timestamptz(3) not null,
  is_timestamped boolean not null,
  pdf_sha256 text not null,
  primary key (organization_id, subject_id, steps),
  constraint sealed_documents_subject_id_fkey foreign key (organization_id, subject_id)
    references signatures (organization_id, subject_id)
);
create index sealed_documents_by_pdf on sealed_documents (organization_id, pdf_sha256);
${protect('sealed_documents', ['select', 'insert'])}`)
  }
}
