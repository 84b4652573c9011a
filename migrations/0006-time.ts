import { Migration } from '@mikro-orm/migrations'
import { isolateTenants, resourceColumns } from '#core/database/ddl'

/** Time that was worked, and the timers that run. */
export class Time extends Migration {
  override up() {
    this.addSql(timeEntries)
  }
}

// An entry stays when its person leaves: it keeps the name. What is invoiced holds its task and project: no cascade.
const timeEntries = `
create table time_entries (${resourceColumns},
  user_id uuid not null,
  user_name text not null,
  project_id uuid not null,
  task_id uuid,
  description text,
  started_at timestamptz(3) not null,
  ended_at timestamptz(3),
  status text not null,
  duration_seconds int,
  billable boolean not null default true,
  hourly_rate_cents bigint,
  invoice_id uuid,
  primary key (organization_id, id),
  constraint time_entries_status_check check (status in ('running', 'stopped') and (status = 'running') = (ended_at is null)
    and (ended_at is null) = (duration_seconds is null)),
  constraint time_entries_span_check check (ended_at >= started_at),
  constraint time_entries_project_id_fkey foreign key (organization_id, project_id) references projects (organization_id, id),
  constraint time_entries_task_id_fkey foreign key (organization_id, task_id) references tasks (organization_id, id),
  constraint time_entries_invoice_id_fkey foreign key (organization_id, invoice_id) references invoices (organization_id, id)
);
create unique index time_entries_running_key on time_entries (organization_id, user_id) where status = 'running';
create index time_entries_by_age on time_entries (organization_id, created_at, id);
create index time_entries_by_start on time_entries (organization_id, started_at, id);
create index time_entries_by_user on time_entries (organization_id, user_id, started_at, id);
create index time_entries_by_project on time_entries (organization_id, project_id, started_at, id);
create index time_entries_by_task on time_entries (organization_id, task_id) include (duration_seconds);
create index time_entries_by_invoice on time_entries (organization_id, invoice_id) where invoice_id is not null;
${isolateTenants('time_entries')}`
