import { Migration } from '@mikro-orm/migrations'
import { isolateTenants, resourceColumns } from '#core/database/ddl'
import { makeSearchable } from '#core/database/searchable'

export class Pages extends Migration {
  override up() {
    this.addSql(`
create table pages (${resourceColumns},
  title text not null,
  icon text,
  parent_id uuid,
  siblings uuid not null generated always as (coalesce(parent_id, '00000000-0000-0000-0000-000000000000')) stored,
  project_id uuid,
  template boolean not null default false,
  rank bigint not null,
  content_id uuid not null,
  text text not null,
  primary key (organization_id, id),
  constraint pages_parent_id_fkey foreign key (organization_id, parent_id) references pages (organization_id, id),
  constraint pages_project_id_fkey foreign key (organization_id, project_id) references projects (organization_id, id)
);
create index pages_by_age on pages (organization_id, created_at, id);
create index pages_by_parent on pages (organization_id, parent_id);
create index pages_by_rank on pages (organization_id, siblings, rank, id);
create index pages_by_project on pages (organization_id, project_id, created_at, id) where project_id is not null;
${isolateTenants('pages')}
${makeSearchable('pages', 'title', 'text')}

create table page_versions (${resourceColumns},
  page_id uuid not null,
  author_id uuid,
  author_name text not null,
  refused boolean not null default false,
  content json not null,
  size_bytes int not null,
  primary key (organization_id, id),
  constraint page_versions_page_id_fkey foreign key (organization_id, page_id) references pages (organization_id, id) on delete cascade
);
create index page_versions_by_page on page_versions (organization_id, page_id, created_at, id);
create index page_versions_by_size on page_versions (organization_id) include (id, size_bytes);
${isolateTenants('page_versions')}

create table page_links (
  organization_id uuid not null references organizations (id),
  page_id uuid not null,
  target_id uuid not null,
  primary key (organization_id, page_id, target_id),
  constraint page_links_page_id_fkey foreign key (organization_id, page_id) references pages (organization_id, id) on delete cascade,
  constraint page_links_target_id_fkey foreign key (organization_id, target_id) references pages (organization_id, id) on delete cascade
);
create index page_links_by_target on page_links (organization_id, target_id);
${isolateTenants('page_links', ['select', 'insert', 'delete'])}`)
  }
}
