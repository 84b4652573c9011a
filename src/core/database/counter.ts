import sql, { join, type Sql } from 'sql-template-tag'

type Row = Record<string, unknown>
type Figures<Entity> = (row: Entity) => Record<string, number>

const figuresByType = new Map<unknown, Figures<never>>()

/**
 * Class decorator: keeps totals of the entity's rows per organization, so that lists need not count them. Totals are written in the
 * transaction of the change. SQL that inserts or deletes such rows directly must call `transaction.countRowChange`.
 */
export const Counted =
  <Entity extends object>(figures: Figures<Entity>) =>
  (type: abstract new () => Entity) =>
    void figuresByType.set(type, figures as Figures<never>)

/** Changes of the counters if a row is inserted (`before` undefined), updated or deleted (`after` undefined). */
export function counterChanges(type: unknown, before: Row | undefined, after: Row | undefined): [string, number][] {
  const figures = figuresByType.get(type) as Figures<Row> | undefined
  if (!figures) return []
  const old = before ? figures(before) : {}
  const now = after ? figures(after) : {}
  // An earlier bigint may be text.
  return Object.keys({ ...old, ...now }).map((name) => [name, Number(now[name] ?? 0) - Number(old[name] ?? 0)])
}

/** Ordered by name to avoid deadlocks. */
export const addToCounters = (organizationId: string, changes: ReadonlyMap<string, number>): Sql =>
  sql`insert into tallies as t (organization_id, name, total) values ${join(
    [...changes.keys()]
      .sort()
      .map((name) => sql`(${organizationId}::uuid, ${name}::text, ${changes.get(name)}::numeric)`),
  )} on conflict (organization_id, name) do update set total = t.total + excluded.total`

export const sumCounters = ({ organizationId }: { organizationId: string }, names: readonly string[]): Sql =>
  sql`(select coalesce(sum(total), 0) from tallies where organization_id = ${organizationId} and name = any(${names}::text[]))`
