import { Migration } from '@mikro-orm/migrations'
import { isolateTenants, resourceColumns } from '#core/database/ddl'

/** Private addresses of a member's calendar, and the moment of an event's next reminder. */
export class CalendarFeeds extends Migration {
  override up() {
    this.addSql(feeds)
    this.addSql(`alter table calendar_events add column reminder_minutes int, add column remind_at timestamptz(3)`)
    this.addSql(`alter table calendar_events add constraint calendar_events_reminder_check
      check (reminder_minutes >= 0 and (remind_at is null or reminder_minutes is not null))`)
    this.addSql(`create index calendar_events_to_remind on calendar_events (remind_at) where remind_at is not null`)
  }
}

// The address is the secret: its hash alone is kept.
const feeds = `
create table calendar_feeds (${resourceColumns},
  user_id uuid not null,
  name text not null,
  hash bytea not null,
  primary key (organization_id, id),
  constraint calendar_feeds_user_id_fkey foreign key (organization_id, user_id)
    references members (organization_id, id) on delete cascade
);
create unique index calendar_feeds_hash_key on calendar_feeds (organization_id, hash);
create index calendar_feeds_by_user on calendar_feeds (organization_id, user_id, created_at, id);
${isolateTenants('calendar_feeds')}`
