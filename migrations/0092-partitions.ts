import { Migration } from '@mikro-orm/migrations'
import { isolateTenants } from '#core/database/ddl'
import { createPartitionStatements } from '#core/database/partitions'

/** Events, deliveries and stored answers lie by their time, and go as whole partitions: docs/decisions/0059. */
export class Partitions extends Migration {
  override async up() {
    const now = new Date()
    const isSpread = await this.isSpread()
    // What commits while rows are copied would go with the old table. In the order in which an operation takes them.
    for (const table of ['idempotency_keys', 'event_sequences', 'events', 'webhook_deliveries'])
      await this.execute(`lock table ${table} in access exclusive mode`)
    for (const { table, unit, column, columns, from, made, privileges } of tables) {
      const parted = `${table}_parted`
      // A distributed table takes one statement at a time.
      const protection = isolateTenants(table, privileges).split(';').slice(0, -1)
      const [age] = await this.execute(
        `select to_json(coalesce(min(created_at) filter (where created_at > now() - interval '1 year'), now())) as oldest from ${table}`,
      )
      await this.execute(`create table ${parted} (${columns}) partition by range (${column})`)
      for (const statement of createPartitionStatements(table, unit, new Date(age?.oldest), now, parted))
        await this.execute(statement)
      // It is filled here, and a distributed table cannot become a partition later.
      if (isSpread)
        await this.execute(
          `select create_distributed_table('${parted}', 'organization_id', colocate_with => 'organizations')`,
        )
      await this.execute(`insert into ${parted} ${from}`)
      await this.execute(`drop table ${table}`)
      await this.execute(`alter table ${parted} rename to ${table}`)
      for (const statement of [...made, ...protection]) await this.execute(statement)
    }
    for (const statement of tallyEvents) await this.execute(statement)
  }

  private async isSpread(): Promise<boolean> {
    const [citus] = await this.execute(`select to_regclass('pg_dist_partition') is not null as known`)
    if (!citus?.known) return false
    // Before anything is read: its tables take one connection to each server.
    await this.execute(`set local citus.multi_shard_modify_mode = 'sequential'`)
    return (
      (await this.execute(`select from pg_dist_partition where logicalrelid = 'organizations'::regclass`)).length > 0
    )
  }
}

/** Events are tallied by month: what goes with a month is known without a look at its rows. */
export const tallyEvents = [
  `delete from tallies where name like 'events:%'`,
  `insert into tallies (organization_id, name, total)
   select organization_id, 'events:' || name || ':' || to_char(created_at at time zone 'UTC', 'YYYY-MM'), count(*) from events group by 1, 2`,
]

const organization = (table: string) =>
  `alter table ${table} add constraint ${table}_organization_id_fkey foreign key (organization_id) references organizations (id)`

const tables = [
  {
    table: 'events',
    unit: 'month',
    column: 'created_at',
    columns: `
      organization_id uuid not null,
      id uuid not null,
      sequence bigint not null,
      name text not null,
      created_at timestamptz(3) not null,
      body text not null`,
    from: 'select organization_id, id, sequence, name, created_at, body from events',
    made: [
      'alter table events add primary key (organization_id, id, created_at)',
      'create unique index events_sequence_key on events (organization_id, sequence, created_at)',
      organization('events'),
    ],
    privileges: ['select', 'insert'],
  },
  {
    table: 'webhook_deliveries',
    unit: 'month',
    // That of the event: what may be there once for an event is known within its month.
    column: 'event_at',
    columns: `
      organization_id uuid not null,
      id uuid not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      version int not null default 1,
      webhook_id uuid not null,
      event_id uuid not null,
      event_at timestamptz(3) not null,
      event_name text not null,
      sequence bigint,
      body text,
      status text not null default 'pending',
      attempts jsonb not null default '[]',
      attempt_count int not null default 0,
      unknown_outcomes int not null default 0,
      next_attempt_at timestamptz(3),
      constraint webhook_deliveries_status_check check (status in ('pending', 'succeeded', 'failed'))`,
    from: `(organization_id, id, created_at, updated_at, version, webhook_id, event_id, event_at, event_name, sequence, body, status, attempts,
        attempt_count, unknown_outcomes, next_attempt_at)
      select d.organization_id, d.id, d.created_at, d.updated_at, d.version, d.webhook_id, d.event_id, coalesce(e.created_at, d.created_at),
        d.event_name, d.sequence, d.body, d.status, d.attempts, d.attempt_count, d.unknown_outcomes, d.next_attempt_at
      from webhook_deliveries d left join events e on e.organization_id = d.organization_id and e.id = d.event_id`,
    made: [
      'alter table webhook_deliveries add primary key (organization_id, id, event_at)',
      `alter table webhook_deliveries add constraint webhook_deliveries_webhook_id_fkey
         foreign key (organization_id, webhook_id) references webhooks (organization_id, id) on delete cascade`,
      'create unique index webhook_deliveries_event_key on webhook_deliveries (organization_id, webhook_id, event_id, event_at)',
      `create index webhook_deliveries_due on webhook_deliveries (organization_id, webhook_id, next_attempt_at) where status = 'pending'`,
      `create index webhook_deliveries_in_order on webhook_deliveries (organization_id, webhook_id, sequence nulls first) where status = 'pending'`,
      'create index webhook_deliveries_by_age on webhook_deliveries (organization_id, webhook_id, created_at)',
      organization('webhook_deliveries'),
    ],
    privileges: undefined,
  },
  {
    table: 'idempotency_keys',
    unit: 'day',
    column: 'created_at',
    columns: `
      organization_id uuid not null,
      digest bytea not null,
      fingerprint bytea not null,
      status int not null,
      body bytea,
      created_at timestamptz not null`,
    from: 'select organization_id, digest, fingerprint, status, body, created_at from idempotency_keys',
    made: [
      'alter table idempotency_keys add primary key (organization_id, digest, created_at)',
      organization('idempotency_keys'),
    ],
    privileges: undefined,
  },
] as const
