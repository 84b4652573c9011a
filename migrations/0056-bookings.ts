import { Migration } from '@mikro-orm/migrations'
import { isolateTenants, resourceColumns } from '#core/database/ddl'

/** What guests have booked. A host has no two bookings that stand at the same time. */
export class Bookings extends Migration {
  override up() {
    this.addSql(extension)
    this.addSql(`
create table bookings (${resourceColumns},
  event_type_id uuid,
  title text not null,
  user_id uuid,
  host_ids uuid[] not null,
  status text not null,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  timezone text not null,
  name text not null,
  email text not null,
  phone text,
  agenda text,
  answers jsonb not null,
  location text not null,
  meet_url text,
  client_id uuid,
  language text not null,
  cancelled_at timestamptz(3),
  cancellation_reason text,
  sequence int not null,
  primary key (organization_id, id),
  constraint bookings_event_type_id_fkey foreign key (organization_id, event_type_id) references booking_event_types (organization_id, id),
  constraint bookings_user_id_fkey foreign key (organization_id, user_id) references members (organization_id, id),
  constraint bookings_client_id_fkey foreign key (organization_id, client_id) references clients (organization_id, id),
  constraint bookings_status_check check (status in ('confirmed', 'cancelled')),
  constraint bookings_ends_at_check check (ends_at > starts_at)
);
create index bookings_by_age on bookings (organization_id, created_at, id);
create index bookings_by_start on bookings (organization_id, starts_at, id);
create index bookings_by_email on bookings (organization_id, lower(email), created_at);
create index bookings_by_client on bookings (organization_id, client_id, created_at, id) where client_id is not null;
create index bookings_by_event_type on bookings (organization_id, event_type_id) where event_type_id is not null;
${isolateTenants('bookings')}

create table booking_hosts (
  organization_id uuid not null references organizations (id),
  booking_id uuid not null,
  member_id uuid not null,
  event_type_id uuid,
  booked_at timestamptz(3) not null,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  buffer_before_minutes int not null,
  buffer_after_minutes int not null,
  primary key (organization_id, booking_id, member_id),
  constraint booking_hosts_booking_id_fkey foreign key (organization_id, booking_id) references bookings (organization_id, id) on delete cascade,
  constraint booking_hosts_member_id_fkey foreign key (organization_id, member_id) references members (organization_id, id),
  constraint booking_hosts_once exclude using gist (organization_id with =, member_id with =, tstzrange(starts_at, ends_at) with &&)
);
create index booking_hosts_by_end on booking_hosts (organization_id, member_id, ends_at);
${isolateTenants('booking_hosts')}

create table booking_links (
  organization_id uuid not null references organizations (id),
  hash bytea not null,
  booking_id uuid not null,
  primary key (organization_id, hash),
  constraint booking_links_booking_id_fkey foreign key (organization_id, booking_id) references bookings (organization_id, id) on delete cascade
);
create index booking_links_by_booking on booking_links (organization_id, booking_id);
${isolateTenants('booking_links')}

create index calendar_events_by_booking on calendar_events (organization_id, booking_id) where booking_id is not null;

-- Whose page an address is: the organization is not known before, so that the look-up passes the policy of the table.
create function find_booking_host(wanted text) returns table (organization_id uuid, member_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.organization_id, s.member_id from member_slugs s where s.slug = wanted
$$;`)
  }
}

const extension = `
do $$ begin
  create extension if not exists btree_gist;
exception when others then
  raise exception 'Kontor needs the PostgreSQL extension btree_gist (package postgresql-contrib): have an administrator run "create extension btree_gist" in this database. (%)', sqlerrm;
end $$;`
