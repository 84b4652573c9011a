import type { TimeGroup } from '#schema/web/graphql'
import { addDays, startOfWeek, today } from '../i18n/dates.ts'
import { dateParam, enumParam, idParam, parseSearch } from '../routing/search-params.ts'

const groups = ['client', 'project', 'task', 'person', 'day', 'week', 'month'] as const satisfies readonly TimeGroup[]

export const billingFilters = {
  all: {},
  billable: { billable: true },
  notBillable: { billable: false },
  open: { billable: true, invoiced: false },
  billed: { invoiced: true },
} as const

const billingFilterNames = Object.keys(billingFilters) as (keyof typeof billingFilters)[]

/** Parses the URL of a report. Defaults are left out. */
export const parseReportSearch = parseSearch({
  by: (given): (typeof groups)[number] | undefined => (given === 'project' ? undefined : enumParam(...groups)(given)),
  from: dateParam,
  to: dateParam,
  client: idParam,
  project: idParam,
  member: idParam,
  which: (given): keyof typeof billingFilters | undefined =>
    given === 'all' ? undefined : enumParam(...billingFilterNames)(given),
})

export type ReportSearch = ReturnType<typeof parseReportSearch>

const startOfMonth = (month: string) => `${month}-01`

/** Common periods by their first and last day. */
export function commonPeriods(now = today()) {
  const month = startOfMonth(now.slice(0, 7))
  const monday = startOfWeek(now)
  const lastOfLast = addDays(month, -1)
  const lastOf = (first: string) => addDays(startOfMonth(addDays(first, 31).slice(0, 7)), -1)
  return {
    week: { from: monday, to: addDays(monday, 6) },
    month: { from: month, to: lastOf(month) },
    lastMonth: { from: startOfMonth(lastOfLast.slice(0, 7)), to: lastOfLast },
    year: { from: `${now.slice(0, 4)}-01-01`, to: `${now.slice(0, 4)}-12-31` },
  }
}
