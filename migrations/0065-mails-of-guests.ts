import { Migration } from '@mikro-orm/migrations'

/** Mails to guests are counted by their mailbox, and the moves of a guest by their booking. */
export class MailsOfGuests extends Migration {
  override up() {
    this.addSql(`
alter table bookings add column mailbox text, add column told jsonb not null default '[]', add column guest_moves int not null default 0;
update bookings set mailbox = regexp_replace(lower(email), '[+][^@]*(?=@[^@]*$)', '');
alter table bookings alter column mailbox set not null;
alter table bookings alter column told drop default, alter column guest_moves drop default;
drop index bookings_by_email;
create index bookings_by_mailbox on bookings (organization_id, mailbox);`)
  }
}
