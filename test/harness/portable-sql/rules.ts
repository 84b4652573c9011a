/** What Citus, with tables distributed by `organization_id`, says to a statement that plain PostgreSQL takes. */
interface Refusal {
  /** Citus's words; where it says nothing, what happens. */
  citus: string
  refused: string
  accepted: string
}

/** The rules of portable SQL; `docs/portable-sql.md` explains them. */
export const rules = {
  'policy without subquery': {
    citus: 'cannot create policy: Subqueries are not supported in policies on distributed tables',
    refused: `create policy tenant on clients using (organization_id = (select current_setting('app.organization_id')::uuid))`,
    accepted: `create policy tenant on clients using (organization_id = current_setting('app.organization_id')::uuid)`,
  },
  'no generic plan': {
    citus: 'could not create distributed plan',
    refused: 'set plan_cache_mode = force_generic_plan',
    accepted: 'set plan_cache_mode = auto',
  },
  'no set_config': {
    citus: '(says nothing: the workers are not told, and row-level security shows no rows)',
    refused: `select set_config('app.organization_id', $1, true)`,
    accepted: 'select set_org($1)',
  },
  'set alone': {
    citus: 'cannot insert multiple commands into a prepared statement',
    refused: `set local app.organization_id = 'x'; select name from clients where organization_id = 'x'`,
    accepted: `select name from clients where organization_id = 'x'`,
  },
  'no referential action but cascade on delete': {
    citus: 'cannot create foreign key constraint: SET NULL, SET DEFAULT or CASCADE is not supported',
    refused:
      'alter table tasks add constraint tasks_file_id_fkey foreign key (organization_id, file_id) references files (organization_id, id) on delete set null',
    accepted:
      'alter table tasks add constraint tasks_file_id_fkey foreign key (organization_id, file_id) references files (organization_id, id)',
  },
  'no trigger': {
    citus: 'triggers are not supported on distributed tables',
    refused: 'create trigger unchanged before update on events for each row execute function refuse()',
    accepted: 'revoke update on events from kontor_app',
  },
  'row-level security not forced': {
    citus: '(says nothing: INSERT … SELECT is refused to the owner, and rebalancing stalls)',
    refused: 'alter table clients force row level security',
    accepted: 'alter table clients enable row level security',
  },
  'no setting on a function': {
    citus: '(says nothing: the workers are not told)',
    refused: `create function f() returns void language plpgsql set pg_trgm.word_similarity_threshold = 0.4 as $$ begin end $$`,
    accepted: `create function f() returns void language plpgsql set search_path = public as $$ begin set local pg_trgm.word_similarity_threshold = 0.4; end $$`,
  },
  'column before its constraint': {
    citus: 'cannot execute ADD COLUMN command with PRIMARY KEY, UNIQUE, FOREIGN and CHECK constraints',
    refused: 'alter table clients add column rating int check (rating > 0)',
    accepted:
      'alter table clients add column rating int; alter table clients add constraint clients_rating_check check (rating > 0)',
  },
  'no merge': {
    citus: 'non-IMMUTABLE functions are not yet supported in MERGE sql with distributed tables',
    refused:
      'merge into counters c using (select $1::uuid as o) s on c.organization_id = s.o when matched then do nothing',
    accepted:
      'insert into counters (organization_id, series, year, last) values ($1, $2, $3, 1) on conflict do nothing',
  },
  'nothing volatile in a change': {
    citus: 'functions used in UPDATE queries on distributed tables must not be VOLATILE',
    refused: 'update clients set updated_at = clock_timestamp() where organization_id = $1',
    accepted: 'update clients set updated_at = now() where organization_id = $1',
  },
  'nothing stable with a column in a change': {
    citus: 'STABLE functions used in UPDATE queries cannot be called with column references',
    refused: `update webhooks set failing_since = failing_since + interval '1 day' where organization_id = $1`,
    accepted: 'update webhooks set failing_since = $2 where organization_id = $1',
  },
  'no time in case or coalesce of a change': {
    citus: 'non-IMMUTABLE functions are not allowed in CASE or COALESCE statements',
    refused: `update mails set sent_at = case when status = 'sent' then now() end where organization_id = $1`,
    accepted: `update mails set sent_at = case when status = 'sent' then $2::timestamptz end where organization_id = $1`,
  },
  'case by conditions in a change': {
    citus: 'operator does not exist: text = boolean',
    refused: `update mails set status = case status when 'queued' then 'failed' else status end where organization_id = $1`,
    accepted: `update mails set status = case when status = 'queued' then 'failed' else status end where organization_id = $1`,
  },
  'returning columns': {
    citus: 'non-IMMUTABLE functions are not allowed in the RETURNING clause',
    refused: `update mails set status = 'sent' where organization_id = $1 returning to_char(sent_at, 'YYYY')`,
    accepted: `update mails set status = 'sent' where organization_id = $1 returning sent_at`,
  },
  'nothing mutable in do update': {
    citus: 'functions used in the DO UPDATE SET clause of INSERTs on distributed tables must be marked IMMUTABLE',
    refused:
      'insert into counters as c (organization_id, last, at) values ($1, 1, now()) on conflict (organization_id) do update set at = now()',
    accepted:
      'insert into counters as c (organization_id, last, at) values ($1, 1, now()) on conflict (organization_id) do update set at = excluded.at',
  },
  'no subquery in values': {
    citus: 'subqueries are not supported within INSERT queries',
    refused:
      'insert into comments (organization_id, author_name) values ($1, (select name from members where organization_id = $1 and id = $2))',
    accepted:
      'insert into comments (organization_id, author_name) select organization_id, name from members where organization_id = $1 and id = $2',
  },
  'insert from rows of the organization': {
    citus: 'COPY FROM not supported with row-level security',
    refused:
      'with n as (insert into event_sequences as s (organization_id, last) values ($1, 1) on conflict (organization_id) do update set last = s.last + 1 returning last) insert into events (organization_id, sequence) select $1, last from n',
    accepted:
      'insert into events (organization_id, sequence) select organization_id, last from event_sequences where organization_id = $1',
  },
  'organization in every part': {
    citus:
      'the query contains a join that requires repartitioning; a sub-select without it asks every worker, and beside an outer join is refused as the next one',
    refused:
      'select e.id, (select t.title from tasks t where t.organization_id = e.organization_id and t.id = e.task_id) from time_entries e where e.organization_id = $1',
    accepted:
      'select e.id, (select t.title from tasks t where t.organization_id = $2 and t.id = e.task_id) from time_entries e where e.organization_id = $1',
  },
  'no null in an outer join': {
    citus: 'Distributed queries with outer joins and pseudoconstant quals are not supported in PG15 and PG16.',
    refused:
      'select p.id, t.title from projects p left join tasks t on t.organization_id = $1 and t.id = null where p.organization_id = $1',
    accepted: `select p.id, t.title from projects p left join tasks t on t.organization_id = $1 and t.id = '00000000-0000-0000-0000-000000000000' where p.organization_id = $1`,
  },
  'own function by itself': {
    citus: 'cannot execute a distributed query from a query on a shard',
    refused: 'select d.id from webhook_deliveries d, take_departures($1, 10, 1000) p where d.organization_id = $1',
    accepted: 'select granted from take_departures($1, 10, 1000)',
  },
  'lock within an organization': {
    citus: 'could not run distributed query with FOR UPDATE/SHARE commands',
    refused: 'select id from webhook_deliveries for update skip locked',
    accepted: 'select id from webhook_deliveries where organization_id = $1 for update skip locked',
  },
} as const satisfies Record<string, Refusal>

export type Rule = keyof typeof rules
