import { Migration } from '@mikro-orm/migrations'
import { isolateTenants } from '#core/database/ddl'

/** Links to sign by, and what is kept of a signature: the application's role adds such a row, and never changes it. */
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
${isolateTenants('signing_links', ['select', 'insert', 'update'])}

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
${isolateTenants('signatures', ['select', 'insert'])}`)
  }
}
