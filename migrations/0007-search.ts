import { Migration } from '@mikro-orm/migrations'
import { appRole } from '../src/core/database/connection.ts'

/** What can be found, and the column of its name. */
const sources = [
  ['client', 'clients', 'name'],
  ['project', 'projects', 'name'],
  ['task', 'tasks', 'title'],
  ['invoice', 'invoices', 'number'],
  ['whiteboard', 'whiteboards', 'title'],
  ['file', 'files', 'name'],
] as const

/** Search over names: trigrams for what is typed so far or wrongly, full text for German and English word forms. */
export class Search extends Migration {
  override up() {
    this.addSql(extension)
    for (const [, table, column] of sources) this.addSql(indexes(table, column))
    this.addSql(search)
  }
}

const extension = `
do $$ begin
  create extension if not exists pg_trgm;
exception when others then
  raise exception 'Kontor needs the PostgreSQL extension pg_trgm (package postgresql-contrib): have an administrator run "create extension pg_trgm" in this database. (%)', sqlerrm;
end $$;`

const words = (column: string) =>
  `(to_tsvector('german'::regconfig, ${column}) || to_tsvector('english'::regconfig, ${column}))`

const indexes = (table: string, column: string) => `
create index ${table}_search_beginning on ${table} (organization_id, lower(${column}) text_pattern_ops);
create index ${table}_search_letters on ${table} using gin (lower(${column}) gin_trgm_ops);
create index ${table}_search_words on ${table} using gin (${words(column)});`

/** Ranked are so many of a kind: what more than these have in common says nothing about any of them. */
const mostCandidates = 1000

const found = ([kind, table, column]: (typeof sources)[number]) => `
    select '${kind}' as kind, s.id, s.${column} as name,
      word_similarity(v_text, lower(s.${column})) + similarity(v_text, lower(s.${column}))
        + (lower(s.${column}) like v_prefix)::int + (${words(`s.${column}`)} @@ v_words)::int as score
    from (
      (select c.id, c.${column} from ${table} c where '${kind}' = any(p_kinds) and c.organization_id = v_organization
        and lower(c.${column}) like v_prefix limit ${mostCandidates})
      union
      (select c.id, c.${column} from ${table} c where '${kind}' = any(p_kinds) and c.organization_id = v_organization
        and length(v_text) > 2 and (lower(c.${column}) %> v_text or lower(c.${column}) like v_within
          or ${words(`c.${column}`)} @@ v_words) limit ${mostCandidates})
    ) s`

// Behind row-level security no index serves a search: its operators are not leakproof. So this one function passes the
// policy as the owner, and asks for the organization of the transaction itself.
const search = `
create function search_names(p_query text, p_kinds text[], p_most int)
returns table (kind text, id uuid, name text, score float8)
language plpgsql stable security definer
set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set pg_trgm.word_similarity_threshold = 0.4 as $$
#variable_conflict use_column
declare
  v_organization uuid := current_setting('app.organization_id')::uuid;
  v_text text := lower(p_query);
  v_prefix text := replace(replace(replace(lower(p_query), '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%';
  v_within text := '%' || v_prefix;
  v_words tsquery := plainto_tsquery('german', p_query) || plainto_tsquery('english', p_query);
begin
  return query select f.kind, f.id, f.name, f.score::float8 from (${sources.map(found).join(' union all ')}
  ) f order by f.score desc, f.name, f.id limit p_most;
end $$;
revoke all on function search_names(text, text[], int) from public;
grant execute on function search_names(text, text[], int) to ${appRole};`
