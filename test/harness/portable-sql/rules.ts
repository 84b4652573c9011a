/** What Citus, with tables distributed by `organization_id`, says to a statement that plain PostgreSQL takes. */
interface Refusal {
  /** Citus's words; where it says nothing, what happens. */
  citus: string
  refused: readonly string[]
  accepted: readonly string[]
}

/** The rules of portable SQL; `docs/portable-sql.md` explains them. */
export const rules = {
  'policy without subquery': {
    citus: 'cannot create policy: Subqueries are not supported in policies on distributed tables',
    refused: [
      `create policy tenant on clients using (organization_id = (select current_setting('app.organization_id')::uuid))`,
    ],
    accepted: [
      `create policy tenant on clients using (organization_id = current_setting('app.organization_id')::uuid)`,
    ],
  },
  'no generic plan': {
    citus: 'could not create distributed plan',
    refused: [
      'set plan_cache_mode = force_generic_plan',
      `alter role kontor_app set plan_cache_mode = force_generic_plan`,
      `alter database kontor set plan_cache_mode = force_generic_plan`,
      `create function f() returns void language plpgsql set plan_cache_mode = force_generic_plan as $$ begin end $$`,
    ],
    accepted: ['set plan_cache_mode = auto', `alter role kontor_app set plan_cache_mode = force_custom_plan`],
  },
  'no set_config': {
    citus: '(says nothing: the workers are not told, and row-level security shows no rows)',
    refused: [`select set_config('app.organization_id', $1, true)`],
    accepted: ['select set_org($1)'],
  },
  'set alone': {
    citus: 'cannot insert multiple commands into a prepared statement',
    refused: [
      `set local app.organization_id = 'x'; select name from clients where organization_id = 'x'`,
      `set local app.organization_id = 'x'; insert into tasks (organization_id, title) values ('x', 'y')`,
      `set local lock_timeout = 1000; alter table tasks add column x int`,
    ],
    accepted: [
      `select name from clients where organization_id = 'x'`,
      `set local app.organization_id = 'x'`,
      `set local lock_timeout = 1000; select 1`,
    ],
  },
  'no referential action but cascade on delete': {
    citus: 'cannot create foreign key constraint: SET NULL, SET DEFAULT or CASCADE is not supported',
    refused: [
      'alter table tasks add constraint tasks_file_id_fkey foreign key (organization_id, file_id) references files (organization_id, id) on delete set null',
      `alter table tasks alter constraint tasks_project_id_fkey deferrable`,
    ],
    accepted: [
      'alter table tasks add constraint tasks_file_id_fkey foreign key (organization_id, file_id) references files (organization_id, id)',
      `alter table tasks drop constraint tasks_project_id_fkey`,
    ],
  },
  'no trigger': {
    citus: 'triggers are not supported on distributed tables',
    refused: ['create trigger unchanged before update on events for each row execute function refuse()'],
    accepted: ['revoke update on events from kontor_app'],
  },
  'row-level security not forced': {
    citus: '(says nothing: INSERT … SELECT is refused to the owner, and rebalancing stalls)',
    refused: ['alter table clients force row level security'],
    accepted: ['alter table clients enable row level security'],
  },
  'no setting on a function': {
    citus: '(says nothing: the workers are not told)',
    refused: [
      `create function f() returns void language plpgsql set pg_trgm.word_similarity_threshold = 0.4 as $$ begin end $$`,
      `alter function f() set pg_trgm.word_similarity_threshold = 0.4`,
    ],
    accepted: [
      `create function f() returns void language plpgsql set search_path = public as $$ begin set local pg_trgm.word_similarity_threshold = 0.4; end $$`,
      `alter function f() set search_path = public`,
    ],
  },
  'column before its constraint': {
    citus: 'cannot execute ADD COLUMN command with PRIMARY KEY, UNIQUE, FOREIGN and CHECK constraints',
    refused: ['alter table clients add column rating int check (rating > 0)'],
    accepted: [
      `alter table clients add column rating int`,
      `alter table clients add constraint clients_rating_check check (rating > 0)`,
    ],
  },
  'one change a text': {
    citus: 'cannot insert multiple commands into a prepared statement',
    refused: [
      'alter table tasks add column x int; create index tasks_by_x on tasks (organization_id, x)',
      `update tasks set title = 'x' where organization_id = $1; update tasks set title = 'y' where organization_id = $1`,
      'create table boxes (id uuid); create index boxes_by_id on boxes (id); alter table tasks add column x int',
      'drop table boxes; drop index tasks_by_x',
    ],
    accepted: [
      'create index tasks_by_x on tasks (organization_id, x)',
      'create table boxes (id uuid); create index boxes_by_id on boxes (id); alter table boxes enable row level security',
      'create function f() returns void language plpgsql as $$ begin update tasks set x = 1; update tags set x = 1; end $$',
      `update migrations set name = 'x'; delete from rate_windows`,
    ],
  },
  'no merge': {
    citus: 'non-IMMUTABLE functions are not yet supported in MERGE sql with distributed tables',
    refused: [
      'merge into counters c using (select $1::uuid as o) s on c.organization_id = s.o when matched then do nothing',
    ],
    accepted: [
      'insert into counters (organization_id, series, year, last) values ($1, $2, $3, 1) on conflict do nothing',
    ],
  },
  'nothing volatile in a change': {
    citus: 'functions used in UPDATE queries on distributed tables must not be VOLATILE',
    refused: [
      'update clients set updated_at = clock_timestamp() where organization_id = $1',
      `update clients set external_id = uuid_generate_v4() where organization_id = $1`,
    ],
    accepted: ['update clients set updated_at = now() where organization_id = $1'],
  },
  'nothing stable with a column in a change': {
    citus: 'STABLE functions used in UPDATE queries cannot be called with column references',
    refused: [
      `update webhooks set failing_since = failing_since + interval '1 day' where organization_id = $1`,
      `update webhooks set failing_since = failing_since + make_interval(days => 1) where organization_id = $1`,
      `update webhooks set failing_since = failing_since + $2 where organization_id = $1`,
      `update webhooks set failing_since = failing_since - interval '1 day' where organization_id = $1`,
      `update tasks set due_date = created_at::date where organization_id = $1`,
      `update tasks set due_date = created_at where organization_id = $1`,
      `update tasks set updated_at = due_date where organization_id = $1`,
      `update tasks set updated_at = due_date::timestamptz where organization_id = $1`,
      `update tasks set title = created_at::text where organization_id = $1`,
      `update tasks set title = due_date::text where organization_id = $1`,
      `update tasks set title = title || created_at where organization_id = $1`,
      `update tasks set due_date = title::date where organization_id = $1`,
      `update tasks set version = extract(epoch from created_at) where organization_id = $1`,
      `update tasks set version = date_part('day', created_at) where organization_id = $1`,
      `update tasks set due_date = date_trunc('day', due_date) where organization_id = $1`,
      `update tasks set updated_at = least(due_date, updated_at) where organization_id = $1`,
      `update tasks set title = concat(title, $2) where organization_id = $1`,
      `update tasks set title = array_to_string(array[title], ',') where organization_id = $1`,
      `update tasks set version = $2 where organization_id = $1 and created_at + interval '1 day' < $3`,
      `update tasks set version = $2 where organization_id = $1 and due_date < now()`,
      `update tasks set version = $2 where organization_id = $1 and due_date between now() and $3`,
      `delete from tasks where organization_id = $1 and created_at::date < $2`,
      `update webhooks w set failing_since = s.later from (select id, failing_since + interval '1 day' as later from webhooks where organization_id = $1) s where w.organization_id = $1 and w.id = s.id`,
    ],
    accepted: [
      'update webhooks set failing_since = $2 where organization_id = $1',
      `update tasks set due_date = due_date + 1 where organization_id = $1`,
      `update tasks set due_date = due_date + interval '1 day' where organization_id = $1`,
      `update tasks set version = version + 1 where organization_id = $1`,
      `update tasks set version = version + $2 where organization_id = $1`,
      `update tasks set title = title || $2 where organization_id = $1`,
      `update tasks set title = title || version where organization_id = $1`,
      `update tasks set title = version::text where organization_id = $1`,
      `update tasks set version = title::int where organization_id = $1`,
      `update tasks set metadata = title::jsonb where organization_id = $1`,
      `update tasks set version = extract(epoch from due_date) where organization_id = $1`,
      `update tasks set version = extract(epoch from (updated_at - created_at)) where organization_id = $1`,
      `update tasks set due_date = (created_at at time zone 'Europe/Berlin')::date where organization_id = $1`,
      `update tasks set due_date = date_trunc('day', created_at at time zone 'UTC') where organization_id = $1`,
      `update tasks set updated_at = greatest(updated_at, $2) where organization_id = $1`,
      `update tasks set updated_at = now() + interval '1 day' where organization_id = $1`,
      `update tasks set due_date = current_date where organization_id = $1`,
      `update tasks set version = $2 where organization_id = $1 and created_at < now() - interval '1 day'`,
      `update tasks set version = $2 where organization_id = $1 and updated_at - $3 > interval '1 day'`,
      `update tasks set version = $2 where organization_id = $1 and due_date < current_date`,
      `with s as (select id, failing_since + interval '1 day' as later from webhooks where organization_id = $1) update webhooks w set failing_since = s.later from s where w.organization_id = $1 and w.id = s.id`,
      `update webhooks w set failing_since = s.later from (select id, max(failing_since + interval '1 day') as later from webhooks where organization_id = $1 group by 1) s where w.organization_id = $1 and w.id = s.id`,
      `update tasks t set version = 1 from (select id from tasks where organization_id = $1 and created_at + interval '1 day' < now()) s where t.organization_id = $1 and t.id = s.id`,
    ],
  },
  'no time in case or coalesce of a change': {
    citus: 'non-IMMUTABLE functions are not allowed in CASE or COALESCE statements',
    refused: [
      `update mails set sent_at = case when status = 'sent' then now() end where organization_id = $1`,
      `update tasks set due_date = case when version = 1 then $2::timestamptz::date end where organization_id = $1`,
      `update tasks set updated_at = coalesce($2::timestamptz + interval '1 day', updated_at) where organization_id = $1`,
    ],
    accepted: [
      `update mails set sent_at = case when status = 'sent' then $2::timestamptz end where organization_id = $1`,
      `update tasks set due_date = coalesce(due_date, start_date + 1) where organization_id = $1`,
    ],
  },
  'case by conditions in a change': {
    citus: 'operator does not exist: text = boolean',
    refused: [
      `update mails set status = case status when 'queued' then 'failed' else status end where organization_id = $1`,
    ],
    accepted: [
      `update mails set status = case when status = 'queued' then 'failed' else status end where organization_id = $1`,
    ],
  },
  'returning columns': {
    citus: 'non-IMMUTABLE functions are not allowed in the RETURNING clause',
    refused: [
      `update mails set status = 'sent' where organization_id = $1 returning to_char(sent_at, 'YYYY')`,
      `update tasks set version = 2 where organization_id = $1 returning created_at::date`,
      `update tasks set version = 2 where organization_id = $1 returning created_at + interval '1 day'`,
      `update tasks set version = 2 where organization_id = $1 returning extract(epoch from created_at)`,
    ],
    accepted: [
      `update mails set status = 'sent' where organization_id = $1 returning sent_at`,
      `update tasks set version = 2 where organization_id = $1 returning due_date + interval '1 day'`,
    ],
  },
  'nothing mutable in do update': {
    citus: 'functions used in the DO UPDATE SET clause of INSERTs on distributed tables must be marked IMMUTABLE',
    refused: [
      'insert into counters as c (organization_id, last, at) values ($1, 1, now()) on conflict (organization_id) do update set at = now()',
      `insert into tags as c (organization_id, id, name) values ($1, $2, $3) on conflict (organization_id, id) do update set updated_at = c.updated_at + interval '1 day'`,
      `insert into tags as c (organization_id, id, name) values ($1, $2, $3) on conflict (organization_id, id) do update set name = c.updated_at::text`,
      `insert into tags as c (organization_id, id, name) values ($1, $2, $3) on conflict (organization_id, id) do update set name = c.name || c.version`,
    ],
    accepted: [
      'insert into counters as c (organization_id, last, at) values ($1, 1, now()) on conflict (organization_id) do update set at = excluded.at',
      `insert into tags as c (organization_id, id, name) values ($1, $2, $3) on conflict (organization_id, id) do update set name = excluded.name || c.name`,
    ],
  },
  'no subquery in values': {
    citus: 'subqueries are not supported within INSERT queries',
    refused: [
      'insert into comments (organization_id, author_name) values ($1, (select name from members where organization_id = $1 and id = $2))',
    ],
    accepted: [
      'insert into comments (organization_id, author_name) select organization_id, name from members where organization_id = $1 and id = $2',
    ],
  },
  'insert from rows of the organization': {
    citus: 'COPY FROM not supported with row-level security',
    refused: [
      'with n as (insert into event_sequences as s (organization_id, last) values ($1, 1) on conflict (organization_id) do update set last = s.last + 1 returning last) insert into events (organization_id, sequence) select $1, last from n',
      `insert into tags (organization_id, id, name) select organization_id, uuid_generate_v4(), $2 from projects where organization_id = $1`,
      `insert into tags (organization_id, id, name) select organization_id, gen_random_uuid(), $2 from projects where organization_id = $1`,
    ],
    accepted: [
      'insert into events (organization_id, sequence) select organization_id, last from event_sequences where organization_id = $1',
      `insert into tags (organization_id, id, name) select organization_id, id, $2 from projects where organization_id = $1`,
    ],
  },
  'organization in every part': {
    citus:
      'the query contains a join that requires repartitioning; a sub-select without it asks every worker, and beside an outer join is refused as the next one',
    refused: [
      'select e.id, (select t.title from tasks t where t.organization_id = e.organization_id and t.id = e.task_id) from time_entries e where e.organization_id = $1',
    ],
    accepted: [
      'select e.id, (select t.title from tasks t where t.organization_id = $2 and t.id = e.task_id) from time_entries e where e.organization_id = $1',
    ],
  },
  'no null in an outer join': {
    citus: 'Distributed queries with outer joins and pseudoconstant quals are not supported in PG15 and PG16.',
    refused: [
      'select p.id, t.title from projects p left join tasks t on t.organization_id = $1 and t.id = null where p.organization_id = $1',
      `select p.id, t.title from projects p left join tasks t on t.organization_id = $1 and t.project_id = p.id and false where p.organization_id = $1`,
      `select p.id, t.title from projects p left join tasks t on t.organization_id = $1 and t.project_id = p.id and $2::boolean where p.organization_id = $1`,
      `select p.id, t.title from projects p left join tasks t on t.organization_id = $1 and t.project_id = p.id and $2::uuid is null where p.organization_id = $1`,
      `select p.id, t.title from projects p left join tasks t on t.organization_id = $1 and t.project_id = p.id and $2 > 3 where p.organization_id = $1`,
      `select p.id, t.title from projects p left join tasks t on t.organization_id = $1 and t.project_id = p.id and not t.id = null where p.organization_id = $1`,
      `select p.id, t.title from projects p left join tasks t on t.organization_id = $1 and t.project_id = p.id and t.title like null where p.organization_id = $1`,
      `select p.id, t.title from projects p left join tasks t on t.organization_id = $1 and t.project_id = p.id and t.title in (null) where p.organization_id = $1`,
      `select p.id, t.title from projects p left join tasks t on t.organization_id = $1 and t.project_id = p.id and t.version between null and 3 where p.organization_id = $1`,
      `select p.id, t.title from projects p left join tasks t on t.organization_id = $1 and t.project_id = p.id and t.title = lower(null) where p.organization_id = $1`,
      `select p.id, t.title from projects p left join tasks t on t.organization_id = $1 and t.project_id = p.id and (t.id = null or t.title = null) where p.organization_id = $1`,
      `select p.id, t.title from projects p left join tasks t on t.organization_id = $1 and t.project_id = p.id and (t.organization_id, t.id) in (($1, null)) where p.organization_id = $1`,
      `select p.id from projects p where p.organization_id = $1 and not exists (select from tasks t where t.organization_id = $1 and t.project_id = p.id and t.id = null)`,
      `delete from projects p where p.organization_id = $1 and not exists (select from tasks t where t.organization_id = $1 and t.project_id = p.id and false)`,
    ],
    accepted: [
      `select p.id, t.title from projects p left join tasks t on t.organization_id = $1 and t.id = '00000000-0000-0000-0000-000000000000' where p.organization_id = $1`,
      `select p.id, t.title from projects p left join tasks t on t.organization_id = $1 and t.project_id = p.id and true where p.organization_id = $1`,
      `select p.id, t.title from projects p left join tasks t on t.organization_id = $1 and t.project_id = p.id and (null::uuid is null or t.id = null) where p.organization_id = $1`,
      `select p.id, t.title from projects p left join tasks t on t.organization_id = $1 and t.project_id = p.id and (t.id = null or t.version = 1) where p.organization_id = $1`,
      `select p.id, t.title from projects p left join tasks t on t.organization_id = $1 and t.project_id = p.id and t.title = coalesce(null, 'x') where p.organization_id = $1`,
      `select p.id, t.title from projects p left join tasks t on t.organization_id = $1 and t.project_id = p.id and t.title is not distinct from null where p.organization_id = $1`,
      `select p.id, t.title from projects p join tasks t on t.organization_id = $1 and t.id = null where p.organization_id = $1`,
      `select p.id, t.title from projects p left join tasks t on t.organization_id = $1 and t.project_id = p.id where p.organization_id = $1 and p.id = null`,
      `select p.id from projects p where p.organization_id = $1 and not exists (select from tasks t where t.organization_id = $1 and t.project_id = p.id and t.id = $2)`,
    ],
  },
  'own function by itself': {
    citus: 'cannot execute a distributed query from a query on a shard',
    refused: ['select d.id from webhook_deliveries d, take_departures($1, 10, 1000) p where d.organization_id = $1'],
    accepted: ['select granted from take_departures($1, 10, 1000)'],
  },
  'lock within an organization': {
    citus: 'could not run distributed query with FOR UPDATE/SHARE commands',
    refused: ['select id from webhook_deliveries for update skip locked'],
    accepted: ['select id from webhook_deliveries where organization_id = $1 for update skip locked'],
  },
} as const satisfies Record<string, Refusal>

export type Rule = keyof typeof rules
