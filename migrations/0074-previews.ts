import { Migration } from '@mikro-orm/migrations'

/** Previews of files: whether there is one, and how often its making was begun. Of files that are there already they are made too. */
export class Previews extends Migration {
  override up() {
    this.addSql(`alter table files add column preview text not null default 'none'`)
    this.addSql('alter table files add column preview_tries smallint not null default 0')
    this.addSql(`alter table files add constraint files_preview_check check (preview in ('none', 'pending', 'ready'))`)
    this.addSql(
      `update files set preview = 'pending' where size_bytes <= 67108864
         and content_type in ('image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/tiff', 'image/avif', 'application/pdf')`,
    )
    this.addSql(`create index files_without_preview on files (organization_id, created_at) where preview = 'pending'`)
  }
}
