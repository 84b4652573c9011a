import { Migration } from '@mikro-orm/migrations'
import { isolateTenants, resourceColumns } from '#core/database/ddl'

/** The calendar: events, what is different about single occurrences, and who attends. */
export class Calendar extends Migration {
  override up() {
    this.addSql(events)
    this.addSql(occurrences)
    this.addSql(attendees)
    this.addSql(`alter table mails add column calendar jsonb`)
  }
}

// `span_start` and `span_end` enclose all that an event is: all occurrences of a series, moved ones too; an endless one has no
// end. What is `lasting`, a series or longer than 31 days, is found by them; anything else by its start alone.
const events = `
create table calendar_events (${resourceColumns},
  title text not null,
  start_time timestamptz(3) not null,
  end_time timestamptz(3) not null,
  timezone text not null,
  all_day boolean not null default false,
  description text,
  location text,
  meet_url text,
  user_id uuid,
  project_id uuid,
  client_id uuid,
  booking_id uuid,
  connection_id uuid,
  recurrence text,
  span_start timestamptz(3) not null,
  span_end timestamptz(3),
  lasting boolean not null,
  uid text not null,
  sequence int not null default 0,
  primary key (organization_id, id),
  constraint calendar_events_span_check check (end_time > start_time),
  constraint calendar_events_user_id_fkey foreign key (organization_id, user_id) references members (organization_id, id),
  constraint calendar_events_project_id_fkey foreign key (organization_id, project_id) references projects (organization_id, id),
  constraint calendar_events_client_id_fkey foreign key (organization_id, client_id) references clients (organization_id, id)
);
create index calendar_events_by_age on calendar_events (organization_id, created_at, id);
create index calendar_events_by_start on calendar_events (organization_id, span_start) include (span_end) where not lasting;
create index calendar_events_lasting on calendar_events (organization_id, span_start, span_end) where lasting;
create index calendar_events_by_user on calendar_events (organization_id, user_id, span_start) include (span_end) where not lasting;
create index calendar_events_by_project on calendar_events (organization_id, project_id, created_at, id) where project_id is not null;
create index calendar_events_by_client on calendar_events (organization_id, client_id, created_at, id) where client_id is not null;
create index calendar_events_by_connection on calendar_events (organization_id, connection_id, uid) where connection_id is not null;
${isolateTenants('calendar_events')}`

// An occurrence is known by the start that the rule gives it. Its own times stand here where it was moved; `changes` has what
// else differs from the series. A cancelled one is an EXDATE.
const occurrences = `
create table calendar_occurrences (
  organization_id uuid not null,
  event_id uuid not null,
  occurrence_start timestamptz(3) not null,
  cancelled boolean not null default false,
  start_time timestamptz(3),
  end_time timestamptz(3),
  changes jsonb not null default '{}',
  primary key (organization_id, event_id, occurrence_start),
  constraint calendar_occurrences_span_check check (end_time > start_time and (start_time is null) = (end_time is null)),
  constraint calendar_occurrences_event_id_fkey foreign key (organization_id, event_id)
    references calendar_events (organization_id, id) on delete cascade
);
create index calendar_occurrences_by_start on calendar_occurrences (organization_id, occurrence_start);
create index calendar_occurrences_moved on calendar_occurrences (organization_id, start_time) where start_time is not null;
${isolateTenants('calendar_occurrences')}`

// The link by which somebody answers stands in every mail about the event: it is kept sealed, and found by its hash.
const attendees = `
create table calendar_attendees (
  organization_id uuid not null,
  event_id uuid not null,
  email text not null,
  name text,
  member_id uuid,
  answer text not null,
  answered_at timestamptz(3),
  link_hash bytea,
  link bytea,
  primary key (organization_id, event_id, email),
  constraint calendar_attendees_answer_check check (answer in ('needs_action', 'accepted', 'declined', 'tentative')),
  constraint calendar_attendees_link_check check ((link is null) = (link_hash is null)),
  constraint calendar_attendees_event_id_fkey foreign key (organization_id, event_id)
    references calendar_events (organization_id, id) on delete cascade
);
create unique index calendar_attendees_link_key on calendar_attendees (organization_id, link_hash);
create index calendar_attendees_by_member on calendar_attendees (organization_id, member_id) where member_id is not null;
${isolateTenants('calendar_attendees')}`
