import sql, { join, raw } from 'sql-template-tag'
import { type Select, select } from '#core/database/select'
import { lastDayKept, type RetentionLaw } from '../erasure/retention-laws.ts'
import { type EndingOrganization, endingTables } from './retained-tables.ts'

/** The records that a law keeps, and their last day. */
export interface KeptRecordGroup {
  law: RetentionLaw
  tables: string[]
  keptUntil: string
}

interface Newest {
  position: number
  year: number | null
}

/** Shorter periods first: a letter about an invoice keeps the invoice, and vouchers the books. */
const lawsByPeriod: readonly RetentionLaw[] = ['workingTime', 'letters', 'vouchers', 'books']

const lawRetentions = Object.entries(endingTables).flatMap(([table, { retained = [] }]) =>
  retained.flatMap(({ law, since, where }) => (law && since ? [{ table, law, since, where }] : [])),
)

/** The year of the newest record of each table that a law keeps. */
export const selectNewestKept = (organization: EndingOrganization): Select =>
  select`* from (${join(
    lawRetentions.map(
      ({ table, since, where }, position) =>
        sql`select ${position}::int as position, max(extract(year from ${since(organization)}))::int as year
            from ${raw(table)} t where t.organization_id = ${organization.organizationId} and (${where(organization.organizationId)})`,
    ),
    ' union all ',
  )}) newest order by position`

/** The laws that keep records today, shortest period first. */
export function groupKeptRecords(newest: readonly Newest[], today: string): KeptRecordGroup[] {
  const found = new Map<RetentionLaw, KeptRecordGroup>()
  for (const { position, year } of newest) {
    const { law, table } = lawRetentions[position] ?? {}
    if (!law || !table || year === null) continue
    const until = lastDayKept(law, year)
    const kept = found.get(law) ?? { law, tables: [], keptUntil: until }
    if (!kept.tables.includes(table)) kept.tables.push(table)
    if (until > kept.keptUntil) kept.keptUntil = until
    found.set(law, kept)
  }
  let longest = ''
  return lawsByPeriod.flatMap((law) => {
    const kept = found.get(law)
    if (!kept) return []
    // Working time refers to nothing that would have to stay.
    if (law !== 'workingTime') {
      if (kept.keptUntil < longest) kept.keptUntil = longest
      longest = kept.keptUntil
    }
    return kept.keptUntil >= today ? [kept] : []
  })
}
