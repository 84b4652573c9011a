import { Migration } from '@mikro-orm/migrations'
import { isolateTenants } from '#core/database/ddl'

/** Who changed what, each entry bound to the one before it; the service itself can only append. */
export class AuditLog extends Migration {
  override up() {
    this.addSql(`
create table audit_entries (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  sequence bigint not null,
  created_at timestamptz(3) not null,
  actor_type text not null,
  actor_id uuid,
  actor_name text not null,
  action text not null,
  resource text not null,
  resource_id uuid,
  before json,
  after json,
  previous_hash bytea not null,
  hash bytea not null,
  primary key (organization_id, id)
);
create unique index audit_entries_sequence_key on audit_entries (organization_id, sequence);
create index audit_entries_by_resource on audit_entries (organization_id, resource_id, sequence);
create index audit_entries_by_age on audit_entries (organization_id, created_at);
${isolateTenants('audit_entries', ['select', 'insert'])}

-- The end of each chain: what the next entry follows.
create table audit_chains (
  organization_id uuid not null references organizations (id) primary key,
  sequence bigint not null,
  entry_id uuid not null,
  digest bytea not null,
  previous_hash bytea not null,
  hash bytea not null
);
${isolateTenants('audit_chains', ['select', 'insert', 'update'])}`)
  }
}
