import { Migration } from '@mikro-orm/migrations'

/**
 * An attempt is counted before its effect and taken back with its outcome: one whose outcome cannot be written is not
 * repeated without end. And what is stored has its size beside it.
 */
export class KnownEffects extends Migration {
  override up() {
    this.addSql(`
alter table mails add column unknown_outcomes int not null default 0;
alter table webhook_deliveries add column unknown_outcomes int not null default 0;
alter table whiteboards add column scene_bytes int not null generated always as (coalesce(octet_length(scene::text), 0)) stored;
create index whiteboards_by_size on whiteboards (organization_id) include (id, scene_bytes);
create index files_by_size on files (organization_id) include (id, size_bytes)`)
  }
}
