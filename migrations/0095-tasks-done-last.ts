import { Migration } from '@mikro-orm/migrations'

/** What was done last in a column, without all that was done there before. */
export class TasksDoneLast extends Migration {
  override up() {
    this.addSql(`create index tasks_done on tasks (organization_id, column_id, completed_at, id) where status = 'done'`)
  }
}
