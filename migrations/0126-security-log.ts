import { Migration } from '@mikro-orm/migrations'
import { isolateTenants } from '#core/database/ddl'
import { createPartitionStatements } from '#core/database/partitions'

/** Sign-ins and what concerns them, and the networks that tokens were used from. */
export class SecurityLog extends Migration {
  override up() {
    const now = new Date()
    this.addSql(table)
    for (const statement of createPartitionStatements('security_events', 'month', now, now)) this.addSql(statement)
    this.addSql(`create index security_events_by_member on security_events (organization_id, member_id, created_at)`)
    this.addSql(`alter table tokens add column networks text[] not null default '{}'`)
  }
}

// A member who has left keeps their entries until these are deleted by age.
const table = `
create table security_events (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  created_at timestamptz(3) not null,
  kind text not null,
  member_id uuid not null,
  actor_id uuid,
  device text,
  network text,
  name text,
  primary key (organization_id, id, created_at)
) partition by range (created_at);
${isolateTenants('security_events', ['select', 'insert'])}`
