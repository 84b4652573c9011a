import { Migration } from '@mikro-orm/migrations'
import { isolateTenants, resourceColumns } from '#core/database/ddl'

/** Connections to calendars elsewhere, and what of these is known. */
export class CalendarConnections extends Migration {
  override up() {
    this.addSql(connections)
    this.addSql(objects)
    this.addSql(`alter table calendar_events add column busy boolean not null default true`)
    this.addSql(`alter table calendar_events add constraint calendar_events_connection_id_fkey
      foreign key (organization_id, connection_id) references calendar_connections (organization_id, id)`)
    this.addSql(`create index calendar_events_by_uid on calendar_events (organization_id, uid)`)
    this.addSql(`create index calendar_events_changed on calendar_events (organization_id, user_id, updated_at)`)
  }
}

// `syncing_until` is a lease: who holds it is the one who synchronizes. What has changed here since `looked_at` was not looked
// at yet.
const connections = `
create table calendar_connections (${resourceColumns},
  user_id uuid not null,
  url text not null,
  username text not null,
  sealed_password bytea not null,
  calendars jsonb not null,
  tokens jsonb not null default '{}',
  fault text,
  failures int not null default 0,
  problems int not null default 0,
  last_synced_at timestamptz(3),
  next_sync_at timestamptz(3) not null,
  looked_at timestamptz(3),
  syncing_until timestamptz(3),
  primary key (organization_id, id),
  constraint calendar_connections_account_key unique (organization_id, user_id, url, username),
  constraint calendar_connections_user_id_fkey foreign key (organization_id, user_id) references members (organization_id, id)
);
create index calendar_connections_by_user on calendar_connections (organization_id, user_id, created_at, id);
create index calendar_connections_due on calendar_connections (next_sync_at);
${isolateTenants('calendar_connections')}`

// One object of a calendar elsewhere, by its address, and the event that it is here: none for what is no event, long over, or
// could not be read (a problem). `version` is that of the event when both sides were last the same; `here` and `there` are hashes
// of what each said then, by aspect.
const objects = `
create table calendar_objects (
  organization_id uuid not null,
  connection_id uuid not null,
  url text not null,
  calendar_url text not null,
  etag text not null,
  event_id uuid,
  version int,
  here jsonb not null default '{}',
  there jsonb not null default '{}',
  is_problem boolean not null default false,
  primary key (organization_id, connection_id, url),
  constraint calendar_objects_connection_id_fkey foreign key (organization_id, connection_id)
    references calendar_connections (organization_id, id) on delete cascade
);
create index calendar_objects_by_event on calendar_objects (organization_id, event_id) where event_id is not null;
${isolateTenants('calendar_objects')}`
