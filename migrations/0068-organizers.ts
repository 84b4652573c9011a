import { Migration } from '@mikro-orm/migrations'

/** Who invited to an event, which stays the same whoever's calendar it is in later. */
export class Organizers extends Migration {
  override up() {
    this.addSql('alter table calendar_events add column organizer jsonb')
  }
}
