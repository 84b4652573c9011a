import { Migration } from '@mikro-orm/migrations'

/** The assistant answers a comment once, however often it is asked to. */
export class Assistant extends Migration {
  override up() {
    this.addSql(`
alter table comments add column reply_to uuid,
  add constraint comments_reply_to_fkey foreign key (organization_id, reply_to) references comments (organization_id, id);
create unique index comments_reply_to_key on comments (organization_id, reply_to);`)
  }
}
