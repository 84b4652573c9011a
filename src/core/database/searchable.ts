import { appRole } from './connection.ts'

/** Ranked are so many rows of a table: what more than these have in common says nothing about any of them. */
const mostCandidates = 1000

/** How alike two words must be (pg_trgm): a letter wrong, missing or too many in a word of six. */
const leastSimilarity = 0.4

/** Characters of a long text whose words are found: what PostgreSQL makes of more may be longer than it takes (1 MB). */
const mostWords = 50_000

/**
 * Makes the names in a table's column findable: trigrams for what is typed so far or wrongly, full text for German and
 * English word forms; by `body`, a column of long text, the words in it too. Adds the indexes, and the function
 * `find_<table>(query, most)` that answers id, name and score.
 *
 * Behind row-level security no index serves a search: its operators are not leakproof. So the function passes the
 * policy as the owner, and asks for the organization of the transaction itself.
 */
export const searchable = (table: string, column: string, body?: string) => `
create index ${table}_search_beginning on ${table} (organization_id, lower(${column}) text_pattern_ops);
create index ${table}_search_letters on ${table} using gin (lower(${column}) gin_trgm_ops);
create index ${table}_search_words on ${table} using gin (${words(column)});
${body ? `create index ${table}_search_body on ${table} using gin (${words(beginning(body))});` : ''}
${finder(table, column, body)}
revoke all on function find_${table}(text, int) from public;
grant execute on function find_${table}(text, int) to ${appRole};`

/** The function by itself. What is SET LOCAL in it reaches the workers of a distributed PostgreSQL too, a setting of the function would not. */
export const finder = (table: string, column: string, body?: string) => `
create or replace function find_${table}(p_query text, p_most int)
returns table (id uuid, name text, score float8)
language plpgsql volatile security definer
set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  v_organization uuid := current_setting('app.organization_id')::uuid;
  v_text text := lower(p_query);
  v_prefix text := replace(replace(replace(lower(p_query), '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%';
  v_within text := '%' || v_prefix;
  v_words tsquery := plainto_tsquery('german', p_query) || plainto_tsquery('english', p_query);
begin
  set local pg_trgm.word_similarity_threshold = ${leastSimilarity};
  return query
    select found.id, found.${column}, (word_similarity(v_text, lower(found.${column})) + similarity(v_text, lower(found.${column}))
      + (lower(found.${column}) like v_prefix)::int + (${words(`found.${column}`)} @@ v_words)::int)::float8${body ? ' + max(found.begins)' : ''} as score
    from (
      (select c.id, c.${column}${body ? ', 0 as begins' : ''} from ${table} c where c.organization_id = v_organization
        and lower(c.${column}) like v_prefix limit ${mostCandidates})
      union
      (select c.id, c.${column}${body ? ', 0' : ''} from ${table} c where c.organization_id = v_organization and length(v_text) > 2
        and (lower(c.${column}) %> v_text or lower(c.${column}) like v_within or ${words(`c.${column}`)} @@ v_words)
        limit ${mostCandidates})${body ? inBody(table, column, body) : ''}
    ) found${body ? ` group by found.id, found.${column}` : ''} order by score desc, 2, 1 limit p_most;
end $$;`

/**
 * Those whose other text has the words: behind those whose names have them, for the score is the name's; but first of all where it
 * begins with what is sought, as a number does.
 */
const inBody = (table: string, column: string, body: string) => `
      union
      (select c.id, c.${column}, 4 * (lower(left(c.${body}, 200)) like v_prefix)::int from ${table} c where c.organization_id = v_organization and length(v_text) > 2
        and ${words(beginning(`c.${body}`))} @@ v_words limit ${mostCandidates})`

const beginning = (body: string) => `left(${body}, ${mostWords})`

const words = (column: string) =>
  `(to_tsvector('german'::regconfig, ${column}) || to_tsvector('english'::regconfig, ${column}))`
