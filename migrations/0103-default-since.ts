import { Migration } from '@mikro-orm/migrations'

/** The first day of default that a reminder claims interest from; reminders that were sent before do not name it. */
export class DefaultSince extends Migration {
  override up() {
    this.addSql('alter table reminders add column default_since date')
  }
}
