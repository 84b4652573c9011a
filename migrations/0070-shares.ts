import { Migration } from '@mikro-orm/migrations'
import { isolateTenants, resourceColumns } from '#core/database/ddl'

/** Public links to files and folders, who used them, and how often their passwords were guessed. */
export class Shares extends Migration {
  override up() {
    this.addSql(shares)
    this.addSql(accesses)
    this.addSql(tries)
  }
}

// The address is the secret: its hash alone is kept.
const shares = `
create table shares (${resourceColumns},
  file_id uuid,
  folder_id uuid,
  created_by uuid,
  hash bytea not null,
  password_hash text,
  password_protected boolean not null,
  expires_at timestamptz(3),
  max_downloads int,
  download_count int not null,
  revoked boolean not null,
  primary key (organization_id, id),
  constraint shares_file_id_fkey foreign key (organization_id, file_id) references files (organization_id, id),
  constraint shares_folder_id_fkey foreign key (organization_id, folder_id) references folders (organization_id, id),
  constraint shares_created_by_fkey foreign key (organization_id, created_by) references members (organization_id, id),
  constraint shares_of_one_check check (file_id is null or folder_id is null),
  constraint shares_download_count_check check (download_count <= max_downloads)
);
create unique index shares_hash_key on shares (organization_id, hash);
create index shares_by_age on shares (organization_id, created_at, id);
create index shares_by_file on shares (organization_id, file_id) where file_id is not null;
create index shares_by_folder on shares (organization_id, folder_id) where folder_id is not null;
create index shares_by_member on shares (organization_id, created_by) where created_by is not null;
${isolateTenants('shares')}`

const accesses = `
create table share_accesses (${resourceColumns},
  share_id uuid not null,
  kind text not null,
  name text,
  address text not null,
  primary key (organization_id, id),
  constraint share_accesses_share_id_fkey foreign key (organization_id, share_id) references shares (organization_id, id) on delete cascade,
  constraint share_accesses_kind_check check (kind in ('viewed', 'downloaded', 'refused'))
);
create index share_accesses_by_share on share_accesses (organization_id, share_id, created_at, id);
${isolateTenants('share_accesses')}`

const tries = `
create table share_tries (
  organization_id uuid not null references organizations (id),
  share_id uuid not null,
  visitor text not null,
  started_at timestamptz(3) not null,
  tries int not null,
  primary key (organization_id, share_id, visitor),
  constraint share_tries_share_id_fkey foreign key (organization_id, share_id) references shares (organization_id, id) on delete cascade
);
${isolateTenants('share_tries')}`
