import { Migration } from '@mikro-orm/migrations'

/** Whole days block by what they say. Those of Kontor's own never did, and stay free. */
export class AllDayEntries extends Migration {
  override up() {
    this.addSql(`alter table calendar_connections add column all_day text not null default 'blocks',
      add constraint calendar_connections_all_day_check check (all_day in ('blocks', 'ignored'))`)
    this.addSql(`update calendar_events set busy = false where all_day and connection_id is null`)
  }
}
