import type { TimeGroup } from '../../../schema/web/graphql.ts'
import { mondayOf } from '../settings/hours/clock.ts'
import { daysAfter, today } from '../words/days.ts'

const groups = ['client', 'project', 'task', 'person', 'day', 'week', 'month'] as const satisfies readonly TimeGroup[]

/** Which time a report is about: what is billable, and what stands on invoices. */
export const kinds = {
  all: {},
  billable: { billable: true },
  notBillable: { billable: false },
  open: { billable: true, invoiced: false },
  billed: { invoiced: true },
} as const

/** A report, as it stands in its address. */
export interface ReportSearch {
  by?: (typeof groups)[number]
  from?: string
  to?: string
  client?: string
  project?: string
  member?: string
  which?: keyof typeof kinds
}

const text = (given: unknown) => (typeof given === 'string' && given !== '' ? given : undefined)
export const dayOfAddress = (given: unknown) =>
  /^\d{4}-\d\d-\d\d$/.test(String(given)) && !Number.isNaN(Date.parse(String(given))) ? String(given) : undefined

/** What an address says of a report; what is as usual is not in it. */
export function readReport(given: Record<string, unknown>): ReportSearch {
  const read = {
    by: groups.find((each) => each === given.by && each !== 'project'),
    from: dayOfAddress(given.from),
    to: dayOfAddress(given.to),
    client: text(given.client),
    project: text(given.project),
    member: text(given.member),
    which: (Object.keys(kinds) as (keyof typeof kinds)[]).find((each) => each === given.which && each !== 'all'),
  }
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined))
}

const firstOf = (month: string) => `${month}-01`

/** The periods that one asks for most, by their first and last day. */
export function periods(now = today()) {
  const month = firstOf(now.slice(0, 7))
  const monday = mondayOf(now)
  const lastOfLast = daysAfter(month, -1)
  const lastOf = (first: string) => daysAfter(firstOf(daysAfter(first, 31).slice(0, 7)), -1)
  return {
    week: { from: monday, to: daysAfter(monday, 6) },
    month: { from: month, to: lastOf(month) },
    lastMonth: { from: firstOf(lastOfLast.slice(0, 7)), to: lastOfLast },
    year: { from: `${now.slice(0, 4)}-01-01`, to: `${now.slice(0, 4)}-12-31` },
  }
}
