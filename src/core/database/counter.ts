import sql, { join, type Sql } from 'sql-template-tag'

type Row = Record<string, unknown>
type Figures<Entity> = (row: Entity) => Record<string, number>

const tallied = new Map<unknown, Figures<never>>()

/**
 * What the rows of an entity add up to is kept for each organization, by name: a list of a hundred thousand need not
 * count them. It is written in the transaction of the change. SQL that inserts or deletes such rows by itself must say
 * so by `transaction.countRowChange`.
 */
export const Counted =
  <Entity extends object>(figures: Figures<Entity>) =>
  (type: abstract new () => Entity) =>
    void tallied.set(type, figures as Figures<never>)

/** What changes in the tallies where a row becomes another; undefined stands for no row. */
export function counterChanges(type: unknown, before: Row | undefined, after: Row | undefined): [string, number][] {
  const figures = tallied.get(type) as Figures<Row> | undefined
  if (!figures) return []
  const old = before ? figures(before) : {}
  const now = after ? figures(after) : {}
  // A bigint may stand as text in what was there before.
  return Object.keys({ ...old, ...now }).map((name) => [name, Number(now[name] ?? 0) - Number(old[name] ?? 0)])
}

/** The statement that adds to an organization's tallies: always in the order of their names, so that two never wait for each other. */
export const addToCounters = (organizationId: string, changes: ReadonlyMap<string, number>): Sql =>
  sql`insert into tallies as t (organization_id, name, total) values ${join(
    [...changes.keys()]
      .sort()
      .map((name) => sql`(${organizationId}::uuid, ${name}::text, ${changes.get(name)}::numeric)`),
  )} on conflict (organization_id, name) do update set total = t.total + excluded.total`

/** What tallies of the organization are together, as a value in a statement. */
export const sumCounters = ({ organizationId }: { organizationId: string }, names: readonly string[]): Sql =>
  sql`(select coalesce(sum(total), 0) from tallies where organization_id = ${organizationId} and name = any(${names}::text[]))`
