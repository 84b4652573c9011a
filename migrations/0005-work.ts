import { Migration } from '@mikro-orm/migrations'
import { isolateTenants, resourceColumns } from '#core/database/ddl'

/** Projects with their columns and whiteboards; tasks with assignees, tags, subtasks, attachments and comments. */
export class Work extends Migration {
  override up() {
    this.addSql(projects)
    this.addSql(tasks)
    this.addSql(partsOfTasks)
    this.addSql(whiteboards)
    this.addSql(invoices)
  }
}

const projects = `
create table projects (${resourceColumns},
  name text not null,
  client_id uuid,
  color text,
  status text not null default 'active',
  description text,
  budget_minutes int,
  hourly_rate_cents bigint,
  primary key (organization_id, id),
  constraint projects_status_check check (status in ('active', 'on_hold', 'archived')),
  constraint projects_client_id_fkey foreign key (organization_id, client_id) references clients (organization_id, id)
);
create index projects_by_age on projects (organization_id, created_at, id);
create index projects_by_client on projects (organization_id, client_id, created_at, id);
${isolateTenants('projects')}

create table project_columns (${resourceColumns},
  project_id uuid not null,
  name text not null,
  sort_order int not null,
  primary key (organization_id, id),
  constraint project_columns_project_key unique (organization_id, project_id, id),
  constraint project_columns_project_id_fkey foreign key (organization_id, project_id) references projects (organization_id, id) on delete cascade
);
create index project_columns_in_order on project_columns (organization_id, project_id, sort_order);
${isolateTenants('project_columns')}`

// An enum sorts in its own order. A rank is a number between its neighbours', so that a move writes one row; it is kept
// while a task is done, and reopened it stands where it stood.
const tasks = `
create type task_priority as enum ('none', 'low', 'medium', 'high', 'urgent');

create table tasks (${resourceColumns},
  title text not null,
  project_id uuid not null,
  column_id uuid not null,
  rank numeric not null,
  description text,
  due_date date,
  start_date date,
  priority task_priority not null default 'none',
  estimate_minutes int,
  hourly_rate_cents bigint,
  status text not null default 'open',
  completed_at timestamptz(3),
  primary key (organization_id, id),
  constraint tasks_status_check check (status in ('open', 'done') and (status = 'done') = (completed_at is not null)),
  constraint tasks_project_id_fkey foreign key (organization_id, project_id) references projects (organization_id, id) on delete cascade,
  constraint tasks_column_id_fkey foreign key (organization_id, project_id, column_id) references project_columns (organization_id, project_id, id)
);
create unique index tasks_rank_key on tasks (organization_id, column_id, rank);
create index tasks_by_age on tasks (organization_id, created_at, id);
create index tasks_by_project on tasks (organization_id, project_id, created_at, id);
create index tasks_by_due_date on tasks (organization_id, due_date, id);
create index tasks_by_priority on tasks (organization_id, priority, id);
create index tasks_open on tasks (organization_id, column_id, rank) where status = 'open';
${isolateTenants('tasks')}

create table task_assignees (
  organization_id uuid not null,
  task_id uuid not null,
  member_id uuid not null,
  primary key (organization_id, task_id, member_id),
  constraint task_assignees_task_id_fkey foreign key (organization_id, task_id) references tasks (organization_id, id) on delete cascade,
  constraint task_assignees_member_id_fkey foreign key (organization_id, member_id) references members (organization_id, id) on delete cascade
);
create index task_assignees_by_member on task_assignees (organization_id, member_id);
${isolateTenants('task_assignees', ['select', 'insert', 'delete'])}

create table tags (${resourceColumns},
  name text not null,
  color text,
  primary key (organization_id, id)
);
create unique index tags_name_key on tags (organization_id, lower(name));
create index tags_by_age on tags (organization_id, created_at, id);
${isolateTenants('tags')}

create table task_tags (
  organization_id uuid not null,
  task_id uuid not null,
  tag_id uuid not null,
  primary key (organization_id, task_id, tag_id),
  constraint task_tags_task_id_fkey foreign key (organization_id, task_id) references tasks (organization_id, id) on delete cascade,
  constraint task_tags_tag_id_fkey foreign key (organization_id, tag_id) references tags (organization_id, id) on delete cascade
);
create index task_tags_by_tag on task_tags (organization_id, tag_id);
${isolateTenants('task_tags', ['select', 'insert', 'delete'])}`

// A comment stays when its author leaves: it keeps the name.
const partsOfTasks = `
create table subtasks (${resourceColumns},
  task_id uuid not null,
  title text not null,
  done boolean not null default false,
  position int not null,
  primary key (organization_id, id),
  constraint subtasks_task_id_fkey foreign key (organization_id, task_id) references tasks (organization_id, id) on delete cascade
);
create index subtasks_in_order on subtasks (organization_id, task_id, position) include (done);
${isolateTenants('subtasks')}

create table comments (${resourceColumns},
  task_id uuid not null,
  author_id uuid,
  author_name text not null,
  assistant boolean not null default false,
  content text not null,
  primary key (organization_id, id),
  constraint comments_task_id_fkey foreign key (organization_id, task_id) references tasks (organization_id, id) on delete cascade
);
create index comments_by_task on comments (organization_id, task_id, created_at, id);
${isolateTenants('comments')}

create table attachments (${resourceColumns},
  task_id uuid not null,
  file_id uuid not null,
  primary key (organization_id, id),
  constraint attachments_task_id_fkey foreign key (organization_id, task_id) references tasks (organization_id, id) on delete cascade,
  constraint attachments_file_id_fkey foreign key (organization_id, file_id) references files (organization_id, id) on delete cascade
);
create index attachments_by_file on attachments (organization_id, file_id);
create unique index attachments_file_key on attachments (organization_id, task_id, file_id);
create index attachments_by_task on attachments (organization_id, task_id, created_at, id);
${isolateTenants('attachments')}`

const whiteboards = `
create table whiteboards (${resourceColumns},
  project_id uuid,
  title text not null,
  scene json,
  primary key (organization_id, id),
  constraint whiteboards_project_id_fkey foreign key (organization_id, project_id) references projects (organization_id, id) on delete cascade
);
create index whiteboards_by_age on whiteboards (organization_id, created_at, id);
create index whiteboards_by_project on whiteboards (organization_id, project_id, created_at, id);
${isolateTenants('whiteboards')}`

const invoices = `
alter table invoices add column project_id uuid,
  add constraint invoices_project_id_fkey foreign key (organization_id, project_id) references projects (organization_id, id);
create index invoices_by_project on invoices (organization_id, project_id, created_at, id) where project_id is not null;`
