import { Migration } from '@mikro-orm/migrations'
import { isolateTenants, resourceColumns } from '#core/database/ddl'

/** Files and the folders they lie in; their bytes are in object storage. */
export class Files extends Migration {
  override up() {
    this.addSql(folders)
    this.addSql(files)
  }
}

const folders = `
create table folders (${resourceColumns},
  name text not null,
  parent_id uuid,
  primary key (organization_id, id),
  constraint folders_parent_id_fkey foreign key (organization_id, parent_id) references folders (organization_id, id)
);
create index folders_by_parent on folders (organization_id, parent_id, created_at desc, id desc);
create index folders_newest on folders (organization_id, created_at desc, id desc);
${isolateTenants('folders')}`

const files = `
create table files (${resourceColumns},
  name text not null,
  folder_id uuid,
  size_bytes int not null,
  content_type text not null,
  sha256 text not null,
  uploaded_by uuid not null,
  primary key (organization_id, id),
  constraint files_folder_id_fkey foreign key (organization_id, folder_id) references folders (organization_id, id)
);
create index files_by_folder on files (organization_id, folder_id, created_at desc, id desc);
create index files_newest on files (organization_id, created_at desc, id desc);
${isolateTenants('files')}`
