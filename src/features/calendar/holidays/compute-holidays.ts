import { select } from '#core/database/select'
import { unavailable } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { TaskStopped, threadModule } from '#core/threads/threads'
import { addDays, startOfDayInBerlin, toBerlinDate } from '#core/time/clock'
import type { Interval } from '#core/time/interval'
import type { Holiday } from './holidays-of-year.ts'

const rules = threadModule<typeof import('./holidays-of-year.ts')>(import.meta.url, './holidays-of-year')

/** By region and year; never outdated. There are 22 regions and 300 years. */
const holidayCache = new Map<string, Promise<Holiday[]>>()

type Reader = Pick<Context, 'services' | 'organizationId'>

function holidaysOfYear({ services, organizationId }: Reader, region: string, year: number): Promise<Holiday[]> {
  const key = `${region} ${year}`
  const found = holidayCache.get(key)
  if (found) return found
  // Loading the library takes 100 ms.
  const computed = services.threads.run(organizationId, rules, 'holidaysOfYear', { region, year }).catch((error) => {
    holidayCache.delete(key)
    throw error instanceof TaskStopped ? unavailable() : error
  })
  holidayCache.set(key, computed)
  return computed
}

/** Inclusive, as `YYYY-MM-DD`. */
export interface DayRange {
  from: string
  to: string
}

export async function computeHolidays(reader: Reader, region: string, { from, to }: DayRange): Promise<Holiday[]> {
  const first = Number(from.slice(0, 4))
  const years = Array.from({ length: Number(to.slice(0, 4)) - first + 1 }, (_, index) => first + index)
  const holidays = await Promise.all(years.map((year) => holidaysOfYear(reader, region, year)))
  return holidays.flat().filter(({ date }) => date >= from && date <= to)
}

/** All states, if no region is set. */
const nationwide = 'DE'

/** In days: the 30 of § 286 (3) BGB, with weekends and holidays at both ends. */
const maxDeadlineDays = 60

/** Holidays that can postpone a deadline starting on one of these days (§ 193 BGB). */
export async function readDeadlineHolidays(
  reader: Reader,
  region: string | null,
  days: Iterable<string>,
): Promise<ReadonlySet<string>> {
  const holidays = await Promise.all(
    Array.from(new Set(days), (from) =>
      computeHolidays(reader, region ?? nationwide, { from, to: addDays(from, maxDeadlineDays) }),
    ),
  )
  return new Set(holidays.flat().map(({ date }) => date))
}

/** Empty unless the organization blocks bookings on holidays. Days are in German time. */
export async function readHolidayIntervals(context: Context, from: Date, to: Date): Promise<Interval[]> {
  const [setting] = await context.query<{ region: string }>(
    select`holiday_region as region from organizations
        where id = ${context.organizationId} and holidays_block_bookings and holiday_region is not null`,
  )
  if (!setting) return []
  const days = { from: toBerlinDate(from), to: toBerlinDate(to) }
  const holidays = await computeHolidays(context, setting.region, days)
  return holidays.map(({ date }) => ({
    from: startOfDayInBerlin(date).getTime(),
    to: startOfDayInBerlin(addDays(date, 1)).getTime(),
  }))
}
