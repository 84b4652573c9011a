import { Migration } from '@mikro-orm/migrations'

/** The link of a guest who was forgotten leads to no booking any more, and says that it has ended. */
export class EndedBookingLinks extends Migration {
  override up() {
    this.addSql('alter table booking_links alter column booking_id drop not null')
  }
}
