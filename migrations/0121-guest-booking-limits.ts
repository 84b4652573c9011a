import { Migration } from '@mikro-orm/migrations'
import { isolateTenants } from '#core/database/ddl'

/** What guests have asked for within a day, by which it is limited. */
export class GuestBookingLimits extends Migration {
  override up() {
    this.addSql('alter table booking_event_types add column maximum_new_bookings_per_day int')
    this.addSql(`
create table booking_requests (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  requested_at timestamptz(3) not null,
  network text,
  mailbox text,
  host_ids uuid[] not null,
  primary key (organization_id, id)
);
create index booking_requests_by_age on booking_requests (organization_id, requested_at);
${isolateTenants('booking_requests')}`)
  }
}
