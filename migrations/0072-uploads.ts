import { Migration } from '@mikro-orm/migrations'
import { isolateTenants, resourceColumns } from '#core/database/ddl'

/** Files that arrive in parts, until they are whole. */
export class Uploads extends Migration {
  override up() {
    this.addSql(uploads)
  }
}

// `parts` are the objects that hold the bytes received so far, in their order; `tail_bytes` is the size of the last.
const uploads = `
create table uploads (${resourceColumns},
  name text not null,
  folder_id uuid,
  size_bytes int not null,
  received_bytes int not null,
  parts uuid[] not null,
  tail_bytes int not null,
  metadata text,
  uploaded_by uuid not null,
  expires_at timestamptz(3) not null,
  primary key (organization_id, id),
  constraint uploads_folder_id_fkey foreign key (organization_id, folder_id) references folders (organization_id, id),
  constraint uploads_received_bytes_check check (received_bytes between 0 and size_bytes)
);
create index uploads_by_folder on uploads (organization_id, folder_id) where folder_id is not null;
${isolateTenants('uploads')}`
