import { foldSql, searchTextSql } from '#core/text/folding'
import { appRole } from './app-role.ts'

/** Limits ranking: queries matching more rows are too vague. */
const maxCandidates = 1000

/** pg_trgm: one wrong letter in a word of six. */
const leastSimilarity = 0.4

/** Characters of long text that are indexed; a tsvector must not exceed 1 MB. */
const maxBodyLength = 50_000

/** Characters of a name's indexed prefix, limited by the index row size. */
const maxPrefixLength = 200

/**
 * Further searchable text: the words of a long text, or any part of short texts such as numbers and emails. `keys` are SQL expressions,
 * which may be null.
 */
export type SearchText = { body: string } | { keys: readonly string[] }

const asText = (text: string | SearchText | undefined) => (typeof text === 'string' ? { body: text } : text)

const expressionOf = (text: SearchText) =>
  'body' in text ? `coalesce(${text.body}, '')` : text.keys.map((key) => `coalesce(${key}, '')`).join(` || ' ' || `)

/** Adds a generated column of folded text, also used by lists. */
export const addSearchColumn = (table: string, column: 'search_name' | 'search_text', expression: string) =>
  `alter table ${table} add column if not exists ${column} text generated always as (${searchTextSql(expression)}) stored`

/**
 * Makes a table's names and further `text` searchable: trigrams for prefixes and typos, full text for German and English word forms.
 * Adds folded columns, indexes and the function `find_<table>(query, most)`, which returns id, name and score, in one statement each.
 * Search operators are not leakproof, so row-level security would prevent index use: the function runs as the owner, and filters by the
 * transaction's organization itself.
 */
export function makeSearchableStatements(table: string, name: string, given?: string | SearchText): string[] {
  const text = asText(given)
  return [
    addSearchColumn(table, 'search_name', `coalesce(${name}, '')`),
    `create index if not exists ${table}_search_start on ${table} (organization_id, left(search_name, ${maxPrefixLength}) text_pattern_ops)`,
    `create index if not exists ${table}_search_name on ${table} using gin (search_name gin_trgm_ops)`,
    `create index if not exists ${table}_search_words on ${table} using gin (${words(name)})`,
    ...(text
      ? [
          addSearchColumn(table, 'search_text', expressionOf(text)),
          'body' in text
            ? `create index if not exists ${table}_search_text on ${table} using gin ((${wordsOfBody(text.body, 'search_text')}))`
            : `create index if not exists ${table}_search_keys on ${table} using gin (search_text gin_trgm_ops)`,
        ]
      : []),
    createFindFunction(table, name, text),
    `revoke all on function find_${table}(text, int) from public`,
    `grant execute on function find_${table}(text, int) to ${appRole}`,
  ]
}

/** As one text, for a new table. */
export const makeSearchable = (table: string, name: string, text?: string | SearchText) =>
  `\n${makeSearchableStatements(table, name, text).join(';\n')};`

/** SET LOCAL within the function reaches Citus's workers; a setting of the function would not. */
export function createFindFunction(table: string, name: string, given?: string | SearchText): string {
  const text = asText(given)
  const column = (of: string) => `found.${of}`
  return `
create or replace function find_${table}(p_query text, p_most int)
returns table (id uuid, name text, score float8)
language plpgsql volatile security definer
set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  v_organization uuid := current_setting('app.organization_id')::uuid;
  v_text text := ${foldSql('p_query')};
  v_like text := replace(replace(replace(v_text, '\\', '\\\\'), '%', '\\%'), '_', '\\_');
  v_prefix text := v_like || '%';
  v_within text := '%' || v_prefix;
  v_word text := '% ' || v_prefix;
  v_key text := '% ' || v_like || ' %';
  v_phone text := '%' || ${phoneOf('p_query')} || '%';
  v_words tsquery := plainto_tsquery('german', p_query) || plainto_tsquery('english', p_query);
  v_body tsquery := v_words || plainto_tsquery('simple', v_text);
begin
  set local pg_trgm.word_similarity_threshold = ${leastSimilarity};
  return query
    select found.id, found.${name}, (word_similarity(v_text, ${column('search_name')}) + similarity(v_text, ${column('search_name')})
      + (${column('search_name')} like v_prefix)::int + (${words(`found.${name}`)} @@ v_words)::int)::float8${text ? ' + max(found.begins)' : ''} as score
    from (
      (select c.id, c.${name}, c.search_name${text ? ', 0 as begins' : ''} from ${table} c where c.organization_id = v_organization
        and left(c.search_name, ${maxPrefixLength}) like v_prefix limit ${maxCandidates})
      union
      (select c.id, c.${name}, c.search_name${text ? ', 0' : ''} from ${table} c where c.organization_id = v_organization
        and c.search_name like v_word limit ${maxCandidates})
      union
      (select c.id, c.${name}, c.search_name${text ? ', 0' : ''} from ${table} c where c.organization_id = v_organization and length(p_query) > 2
        and (c.search_name %> v_text or c.search_name like v_within or ${words(`c.${name}`)} @@ v_words)
        limit ${maxCandidates})${text ? inText(table, name, text) : ''}
    ) found where found.${name} is not null${text ? ` group by found.id, found.${name}, found.search_name` : ''} order by score desc, 2, 1 limit p_most;
end $$`
}

/** Matches in further text rank after names, except exact keys such as numbers, which come first. */
const inText = (table: string, name: string, text: SearchText) => `
      union
      (select c.id, c.${name}, c.search_name, ${
        'body' in text
          ? '0'
          : `4 * coalesce(' ' || c.search_text || ' ' like v_key or c.search_text like v_phone, false)::int + (c.search_text like v_prefix)::int`
      } from ${table} c where c.organization_id = v_organization and length(p_query) > 2
        and (${'body' in text ? `${wordsOfBody(`c.${text.body}`, 'c.search_text')} @@ v_body` : 'c.search_text like v_within or c.search_text like v_phone'}) limit ${maxCandidates})`

/** Digits of a phone number with country code, and as dialled within Germany. */
export const phoneSearchKeys = (column: string): string[] => {
  const digits = `regexp_replace(replace(${column}, '(0)', ''), '\\D', '', 'g')`
  const international = `regexp_replace(regexp_replace(${digits}, '^00', ''), '^0', '49')`
  return [column, international, `regexp_replace(${international}, '^49', '0')`]
}

/** Digits (at least four) of a phone number without leading zeros, or null. */
const phoneOf = (query: string) =>
  `case when ${query} ~ '^[-+\\d\\s()/.–]+$' then substring(regexp_replace(replace(${query}, '(0)', ''), '\\D', '', 'g') from '^0*(\\d{4,})$') end`

const beginning = (text: string) => `left(${text}, ${maxBodyLength})`

const wordsOfBody = (body: string, folded: string) =>
  `${words(beginning(body))} || to_tsvector('simple'::regconfig, ${beginning(folded)})`

const words = (column: string) =>
  `(to_tsvector('german'::regconfig, ${column}) || to_tsvector('english'::regconfig, ${column}))`
