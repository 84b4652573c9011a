import { Migration } from '@mikro-orm/migrations'
import { isolateTenants, resourceColumns } from '#core/database/ddl'

/** When members can be booked, and for what. */
export class EventTypes extends Migration {
  override up() {
    this.addSql(`
create table booking_availabilities (${resourceColumns},
  timezone text not null,
  weekly jsonb not null,
  overrides jsonb not null,
  primary key (organization_id, id),
  constraint booking_availabilities_id_fkey foreign key (organization_id, id) references members (organization_id, id) on delete cascade
);
${isolateTenants('booking_availabilities')}

create table booking_event_types (${resourceColumns},
  user_id uuid not null,
  name text not null,
  slug text not null,
  description text,
  duration_minutes int not null,
  slot_interval_minutes int,
  buffer_before_minutes int not null,
  buffer_after_minutes int not null,
  minimum_notice_minutes int not null,
  maximum_days_ahead int,
  limit_per_day int,
  location text not null,
  color text,
  questions jsonb not null,
  assignment text not null,
  member_ids uuid[] not null,
  create_client boolean not null,
  active boolean not null,
  primary key (organization_id, id),
  constraint booking_event_types_user_id_fkey foreign key (organization_id, user_id) references members (organization_id, id),
  constraint booking_event_types_assignment_check check (assignment in ('host', 'round_robin', 'all'))
);
create index booking_event_types_by_age on booking_event_types (organization_id, created_at, id);
create unique index booking_event_types_slug_key on booking_event_types (organization_id, user_id, slug);
${isolateTenants('booking_event_types')}`)
  }
}
