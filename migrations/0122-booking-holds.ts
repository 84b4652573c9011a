import { Migration } from '@mikro-orm/migrations'
import { isolateTenants } from '#core/database/ddl'

/** Slots that are held until their guest has confirmed by mail; what the guest entered is gone once a hold has expired. */
export class BookingHolds extends Migration {
  override up() {
    this.addSql('alter table booking_event_types add column requires_email_verification boolean not null default false')
    this.addSql('alter table booking_event_types alter column requires_email_verification drop default')
    this.addSql(`
create table booking_holds (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  hash bytea not null,
  event_type_id uuid not null,
  host_ids uuid[] not null,
  requested_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  buffer_before_minutes int not null,
  buffer_after_minutes int not null,
  network text,
  language text not null,
  guest jsonb,
  primary key (organization_id, id)
);
create index booking_holds_by_hash on booking_holds (organization_id, hash);
create index booking_holds_by_expiry on booking_holds (organization_id, expires_at);
${isolateTenants('booking_holds')}`)
  }
}
