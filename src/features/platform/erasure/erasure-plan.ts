import { createHash } from 'node:crypto'
import sql, { join, raw } from 'sql-template-tag'
import { select } from '#core/database/select'
import type { Context } from '#core/operation/context'
import type { Bilingual } from '#core/text/language'
import { ErasureOutcome, type Holding, holdings, type Person } from './holdings.ts'
import { personalData } from './personal-data.ts'
import { lastDayKept, type RetentionLaw, retentionLaws } from './retention-laws.ts'

interface PlanEntry {
  kind: string
  outcome: ErasureOutcome
  /** Null for records about many people, which are not counted. */
  count: number | null
  keptUntil: string | null
  law: Bilingual | null
}

export interface PlannedErasure {
  /** Digest of the records; confirms an erasure. */
  id: string
  entries: PlanEntry[]
  isBlocked: boolean
}

interface CountedRows {
  position: number
  year: number | null
  count: number
  digest: string
}

/** SQL of a person's rows `t`. */
export const fromHolding = ({ table, where }: Pick<Holding, 'table' | 'where'>, person: Person) =>
  sql`from ${raw(table)} t where t.organization_id = ${person.organizationId} and (${where ? where(person) : sql`false`})`

/** SQL of the day on which a row's retention period begins; undefined without a law. */
export const retentionStart = ({ retention }: Holding, person: Person) => retention?.since(person)

/** Plans the erasure of a person's records. Kept ones are grouped by their last day. */
export async function planErasure(context: Context, person: Person): Promise<PlannedErasure> {
  const own = holdings[person.kind]
  const counted = await context.query<CountedRows>(
    select`* from (${join(
      own.flatMap((holding, position) => {
        if (!holding.where) return []
        const since = retentionStart(holding, person)
        const year = since ? sql`extract(year from ${since})::int` : sql`null::int`
        const key = raw(personalData[holding.table]?.key ?? 't.id::text')
        return sql`select ${position}::int as position, ${year} as year, count(*)::int as count, md5(string_agg(${key}, ',' order by ${key})) as digest
          ${fromHolding(holding, person)} group by 1, 2`
      }),
      ' union all ',
    )}) counted order by position, year`,
  )
  const entries = own.flatMap((holding, position): PlanEntry[] =>
    holding.where
      ? counted.filter((row) => row.position === position).map((row) => createPlanEntry(holding, row.count, row.year))
      : [createPlanEntry(holding, null, null)],
  )
  return { id: digestPlan(person, own, counted), entries, isBlocked: entries.some(isBlocking) }
}

const isBlocking = ({ outcome }: PlanEntry) => outcome === ErasureOutcome.blocking

function createPlanEntry(
  { table, part, outcome, retention, reason }: Holding,
  count: number | null,
  year: number | null,
): PlanEntry {
  const law: RetentionLaw | undefined = retention?.law
  return {
    kind: part ?? table,
    outcome,
    count,
    keptUntil: law && year !== null ? lastDayKept(law, year) : null,
    law: law ? retentionLaws[law].text : (reason ?? null),
  }
}

/** UUID (RFC 9562, version 8) of the plan, without records that expire by themselves, as they may change meanwhile. */
function digestPlan({ kind, id }: Person, own: readonly Holding[], counted: readonly CountedRows[]): string {
  const decided = counted.filter(({ position }) => {
    const holding = own[position]
    return holding && holding.outcome !== ErasureOutcome.review && !holding.reason
  })
  const hash = createHash('sha256')
    .update(JSON.stringify([kind, id, decided]))
    .digest()
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80
  const hex = hash.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}
