import type { TimeGroup } from '#schema/web/graphql'
import { day, id, oneOf, searchOf } from '../console/search.ts'
import { addDays, startOfWeek, today } from '../i18n/dates.ts'

const groups = ['client', 'project', 'task', 'person', 'day', 'week', 'month'] as const satisfies readonly TimeGroup[]

/** Which time a report is about: what is billable, and what stands on invoices. */
export const kinds = {
  all: {},
  billable: { billable: true },
  notBillable: { billable: false },
  open: { billable: true, invoiced: false },
  billed: { invoiced: true },
} as const

const kindNames = Object.keys(kinds) as (keyof typeof kinds)[]

/** What an address says of a report; what is as usual is not in it. */
export const readReport = searchOf({
  by: (given): (typeof groups)[number] | undefined => (given === 'project' ? undefined : oneOf(...groups)(given)),
  from: day,
  to: day,
  client: id,
  project: id,
  member: id,
  which: (given): keyof typeof kinds | undefined => (given === 'all' ? undefined : oneOf(...kindNames)(given)),
})

/** A report, as it stands in its address. */
export type ReportSearch = ReturnType<typeof readReport>

const firstOf = (month: string) => `${month}-01`

/** The periods that one asks for most, by their first and last day. */
export function periods(now = today()) {
  const month = firstOf(now.slice(0, 7))
  const monday = startOfWeek(now)
  const lastOfLast = addDays(month, -1)
  const lastOf = (first: string) => addDays(firstOf(addDays(first, 31).slice(0, 7)), -1)
  return {
    week: { from: monday, to: addDays(monday, 6) },
    month: { from: month, to: lastOf(month) },
    lastMonth: { from: firstOf(lastOfLast.slice(0, 7)), to: lastOfLast },
    year: { from: `${now.slice(0, 4)}-01-01`, to: `${now.slice(0, 4)}-12-31` },
  }
}
