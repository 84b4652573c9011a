import { Migration } from '@mikro-orm/migrations'
import { isolateTenants } from '#core/database/ddl'

/** What open editors have made of pages: documents of Yjs, as the updates that they consist of. */
export class Live extends Migration {
  override up() {
    this.addSql(documents)
    this.addSql(updates)
  }
}

// `content_id` is the version of the page that its stored updates amount to; `typed` says whether that was typed, and not put.
const documents = `
create table live_documents (
  organization_id uuid not null references organizations (id),
  page_id uuid not null,
  content_id uuid not null,
  typed boolean not null,
  sequence bigint not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, page_id),
  constraint live_documents_page_id_fkey foreign key (organization_id, page_id) references pages (organization_id, id) on delete cascade
);
${isolateTenants('live_documents')}`

const updates = `
create table live_updates (
  organization_id uuid not null references organizations (id),
  page_id uuid not null,
  sequence bigint not null,
  data bytea not null,
  author_id uuid,
  author_name text,
  stored boolean not null,
  created_at timestamptz(3) not null,
  primary key (organization_id, page_id, sequence),
  constraint live_updates_page_id_fkey foreign key (organization_id, page_id) references pages (organization_id, id) on delete cascade
);
create index live_updates_not_stored on live_updates (organization_id, page_id, created_at) where not stored;
${isolateTenants('live_updates')}`
