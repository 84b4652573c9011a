import { Migration } from '@mikro-orm/migrations'

/** What live editing keeps of a page counts to the storage of its organization. */
export class LiveBytes extends Migration {
  override up() {
    this.addSql('alter table live_documents add column state_bytes bigint not null default 0')
    this.addSql(`update live_documents d set state_bytes =
      (select coalesce(sum(length(u.data)), 0) from live_updates u
        where u.organization_id = d.organization_id and u.page_id = d.page_id)`)
    this.addSql('alter table live_documents alter column state_bytes drop default')
  }
}
