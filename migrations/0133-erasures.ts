import { Migration } from '@mikro-orm/migrations'
import { isolateTenants } from '#core/database/ddl'

/** Whose data was erased, so that what the law keeps of it goes once it may; and clients that are locked since. */
export class Erasures extends Migration {
  override up() {
    this.addSql('alter table clients add column erased_at timestamptz(3)')
    this.addSql(table)
    this.addSql('create index erasures_due on erasures (due_on) where due_on is not null')
  }
}

// `due_on` is the first day on which a kept record may go; null once there is none.
const table = `
create table erasures (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  created_at timestamptz(3) not null,
  kind text not null check (kind in ('client', 'guest', 'member')),
  subject_id uuid not null,
  due_on date,
  primary key (organization_id, id)
);
${isolateTenants('erasures', ['select', 'insert', 'update'])}`
