import { Migration } from '@mikro-orm/migrations'

/** The tasks of a project and of a column, and the open ones of each stretch of a column, are tallied too: no read counts them. */
export class OpenTasks extends Migration {
  override up() {
    for (const statement of tallyTasks) this.addSql(statement)
    this.addSql(indexes)
  }
}

const indexes = `
drop index tasks_done_by_project;
create index tasks_by_column on tasks (organization_id, column_id, created_at, id)`

const byStatus = (place: string) =>
  `insert into tallies select organization_id, 'tasks:' || ${place} || ':' || status, count(*) from tasks group by 1, 2`

/** Tallies the tasks there are, where nothing is tallied yet. */
export const tallyTasks = [
  byStatus('project_id'),
  byStatus('column_id'),
  `insert into tallies select organization_id, 'open:' || column_id || ':' || left(place, 14), count(*) from tasks
     where status = 'open' group by 1, 2`,
]
