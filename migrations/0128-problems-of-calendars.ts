import { Migration } from '@mikro-orm/migrations'

/**
 * What is known of an entry that could not be taken over (`title`, `date`) and which reader could not read it (`reader`), so that a later
 * one tries again; and the entries that a connection names.
 */
export class ProblemsOfCalendars extends Migration {
  override up() {
    this.addSql('alter table calendar_objects add column problem jsonb')
    this.addSql(`update calendar_objects set problem = '{}' where is_problem`)
    // What was never read has nothing to be compared with; the rest is what a server refused.
    this.addSql(
      `update calendar_objects set problem = '{"reader": ""}' where is_problem and event_id is null and here = '{}'`,
    )
    this.addSql(`alter table calendar_connections add column problem_entries jsonb not null default '[]'`)
  }
}
