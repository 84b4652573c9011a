import type { Pool } from 'pg'
import { select } from '#core/database/select'
import type { Context } from '#core/operation/context'
import { type BaseRate, startOfHalfYear } from './claim/interest.ts'

/** Base rates (§ 247 BGB), oldest first. Each holds until the next. */
export const readBaseRates = (context: Context): Promise<BaseRate[]> =>
  context.query<BaseRate>(
    select`valid_from as "from", (percent * 100)::int as hundredths from base_rates order by valid_from`,
  )

/** Adds a base rate. Overwrites an existing one only with `replace`. Sent reminders stay as they are. */
export async function addBaseRate(
  system: Pool,
  { from, percent, replace = false }: { from: string; percent: string; replace?: boolean },
): Promise<void> {
  if (!/^\d{4}-(?:01|07)-01$/.test(from)) throw new Error('--from must be 1 January or 1 July (YYYY-MM-DD): § 247 BGB.')
  if (!/^-?\d{1,2}(?:\.\d{1,2})?$/.test(percent)) throw new Error('--percent must be a number such as 1.27.')
  const { rowCount } = await system.query(
    `insert into base_rates (valid_from, percent) values ($1, $2)
     on conflict (valid_from) do update set percent = excluded.percent
       where $3 or base_rates.percent = excluded.percent`,
    [from, percent, replace],
  )
  if (rowCount) return
  const { rows } = await system.query<{ percent: string }>('select percent from base_rates where valid_from = $1', [
    from,
  ])
  throw new Error(`From ${from} on the base rate is ${rows[0]?.percent}% already: --replace corrects it.`)
}

/** Describes the base rate of today's half-year. Throws if it is missing. */
export async function checkBaseRate(system: Pool, today: string): Promise<string> {
  const halfYear = startOfHalfYear(today)
  const { rows } = await system.query<{ percent: string }>('select percent from base_rates where valid_from = $1', [
    halfYear,
  ])
  if (!rows[0]) throw new Error(`the one from ${halfYear} is missing: interest goes on at the one before`)
  return `${rows[0].percent}% from ${halfYear}`
}
