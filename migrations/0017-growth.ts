import { Migration } from '@mikro-orm/migrations'
import { isolateTenants } from '#core/database/ddl'

/** What a read costs does not follow what an organization has: tallies beside the rows, and indexes for what is counted. */
export class Growth extends Migration {
  override up() {
    this.addSql(places)
    this.addSql(totals)
    this.addSql(tallies)
    for (const statement of tallyRows) this.addSql(statement)
  }
}

// Behind row-level security no index serves a comparison of numerics, which is not leakproof; one of texts is. So a rank
// is compared as a text that sorts as the number does: moved above nought, its whole part always has sixteen digits.
const places = `
alter table tasks add column place text collate "C" not null
  generated always as ((trim_scale(rank) + 5000000000000000)::text) stored;
drop index tasks_rank_key;
create unique index tasks_place_key on tasks (organization_id, column_id, place);
drop index tasks_open;
create index tasks_open on tasks (organization_id, column_id, place) where status = 'open';`

const totals = `
create index tasks_open_by_project on tasks (organization_id, project_id, due_date) where status = 'open';
create index tasks_done_by_project on tasks (organization_id, project_id) where status = 'done';`

const tallies = `
create table tallies (
  organization_id uuid not null references organizations (id),
  name text not null,
  total numeric not null,
  primary key (organization_id, name)
) with (fillfactor = 50);
${isolateTenants('tallies', ['select', 'insert', 'update'])}`

const tally = (name: string, table: string, figure = 'count(*)') =>
  `insert into tallies select organization_id, ${name}, ${figure} from ${table} group by 1, 2`

/** Tallies what there is, where nothing is tallied yet. */
export const tallyRows = [
  tally(`'clients'`, 'clients'),
  tally(`'tasks'`, 'tasks'),
  tally(`'events:' || name`, 'events'),
  tally(`'invoices'`, 'invoices'),
  tally(`'invoices:total_cents'`, 'invoices', 'sum(total_cents)'),
  tally(
    `'invoices:open_cents'`,
    'invoices',
    `coalesce(sum(open_cents) filter (where status <> 'draft' and open_cents > 0), 0)`,
  ),
  tally(`'invoices:refund_due_cents'`, 'invoices', 'sum(refund_due_cents)'),
]
