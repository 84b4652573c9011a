import type { Pool } from 'pg'
import type { ConstraintErrors } from '#core/errors/database-error'

interface Catalog {
  partitioned: string[]
  tables: { name: string; hasOrganization: boolean; hasPolicy: boolean }[]
  /** Unique indexes and exclusion constraints, without primary keys. */
  distinct: string[]
  constraints: string[]
}

/** The table of the tenants themselves. */
const tenants = 'organizations'

/**
 * Throws if the database and the features disagree: a table without a row-security policy, a unique index without an error
 * message, a message without a constraint, a partitioned table that no feature manages. On the schema of a newer release only
 * the tables that this one needs are checked.
 */
export async function checkCatalog(
  system: Pool,
  tables: readonly string[],
  meanings: ConstraintErrors,
  partitioned: readonly string[],
  isNewer: boolean,
): Promise<void> {
  const { rows } = await system.query<{ catalog: Catalog }>(
    `select json_build_object(
       'tables', (select json_agg(json_build_object('name', c.relname,
           'hasOrganization', exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id'),
           'hasPolicy', c.relrowsecurity and exists (select from pg_policy p where p.polrelid = c.oid)))
         from pg_class c where c.relnamespace = 'public'::regnamespace and c.relname = any($1)),
       'distinct', (select json_agg(c.relname)
         from pg_index i join pg_class c on c.oid = i.indexrelid
         where c.relnamespace = 'public'::regnamespace and (i.indisunique or i.indisexclusion) and not i.indisprimary
           and not c.relispartition),
       'partitioned', (select coalesce(json_agg(relname order by relname), '[]') from pg_class
         where relnamespace = 'public'::regnamespace and relkind = 'p'),
       'constraints', (select json_agg(name) from (
         select conname as name from pg_constraint where connamespace = 'public'::regnamespace
         union select c.relname from pg_index i join pg_class c on c.oid = i.indexrelid
           where c.relnamespace = 'public'::regnamespace and i.indisunique) named)
     ) as catalog`,
    [tables],
  )
  const { catalog } = rows[0] as { catalog: Catalog }
  const faults = findCatalogErrors(catalog, tables, meanings, partitioned, isNewer)
  if (faults.length) throw new Error(faults.join('\n'))
}

/** Returns one sentence per disagreement. */
export function findCatalogErrors(
  catalog: Catalog,
  tables: readonly string[],
  meanings: ConstraintErrors,
  partitioned: readonly string[] = [],
  isNewer = false,
): string[] {
  const found = new Map(catalog.tables.map((table) => [table.name, table]))
  const constraints = new Set(catalog.constraints)
  const unusable = tables.flatMap((name) => {
    const table = found.get(name)
    if (!table) return [`The table ${name} of an entity does not exist: its migration is missing.`]
    if (!table.hasOrganization && name !== tenants) return [`The table ${name} has no organization_id.`]
    return table.hasPolicy ? [] : [`The table ${name} is not behind a policy on its organization.`]
  })
  if (isNewer) return unusable
  return [
    ...unusable,
    ...catalog.distinct
      .filter((name) => !Object.hasOwn(meanings, name))
      .map((name) => `No feature says what ${name} means to whoever violates it (constraints).`),
    ...Object.keys(meanings)
      .filter((name) => !constraints.has(name))
      .map((name) => `A feature says what ${name} means, and there is no such constraint.`),
    ...catalog.partitioned
      .filter((name) => !partitioned.includes(name))
      .map((name) => `No feature says how long the partitions of ${name} are kept (partitioned).`),
    ...partitioned
      .filter((name) => !catalog.partitioned.includes(name))
      .map((name) => `A feature says how long the partitions of ${name} are kept, and it has none.`),
  ]
}
