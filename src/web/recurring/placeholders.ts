import type { RecurringRowFragment } from '#schema/web/graphql'
import { addDays } from '../i18n/dates.ts'
import { formatDateRange } from '../i18n/format.ts'
import { dateFormatter } from '../i18n/locale.ts'

type Schedule = Pick<RecurringRowFragment, 'startsOn' | 'every' | 'interval' | 'nextOn'>

const monthsPerInterval = { month: 1, quarter: 3, half_year: 6, year: 12 } as const

/** The last day of the next service period. A schedule that starts on the 31st returns to the 31st after February. */
function periodEnd({ startsOn, every, interval }: Schedule, nextOn: string): string {
  if (interval === 'week') return addDays(nextOn, 7 * every - 1)
  const [year = 0, month = 1] = nextOn.split('-').map(Number)
  const index = month - 1 + monthsPerInterval[interval] * every
  const ofMonth = new Date(Date.UTC(year, index + 1, 0)).getUTCDate()
  const next = new Date(Date.UTC(year, index, Math.min(Number(startsOn.slice(8)), ofMonth)))
  return addDays(next.toISOString().slice(0, 10), -1)
}

/** Fills in the placeholders for period, month and year as on the next invoice. */
export function fillPlaceholders(text: string, schedule: Schedule): string {
  const { nextOn } = schedule
  const replacements: Record<string, string> = nextOn
    ? {
        '{period}': formatDateRange(nextOn, periodEnd(schedule, nextOn)),
        '{month}': dateFormatter({ month: 'long', timeZone: 'UTC' }).format(new Date(nextOn)),
        '{year}': nextOn.slice(0, 4),
      }
    : {}
  return text.replaceAll(/\{(?:period|month|year)\}/g, (name) => replacements[name] ?? '…')
}
