import type { Language } from '#core/text/language'
import { formatDay } from '#features/billing/invoices/document/invoice.texts'
import type { LineItemInput } from '#features/billing/invoices/line-items/line-item.inputs'
import { BillingGranularity } from './bill-time.inputs.ts'
import type { BillableTime } from './billable-time.reads.ts'

export const maxInvoiceLines = 1000
const longestDescription = 1000

/** Lines in hours: one per task and rate, or per entry. Each entry is rounded up to units of `rounding` minutes. */
export function createTimeLines(
  time: readonly (BillableTime & { rate: number })[],
  per: BillingGranularity,
  { rounding, taxRate, language }: { rounding: number; taxRate: number; language: Language },
): LineItemInput[] {
  const lineOf = ({ id, projectId, taskId, rate }: (typeof time)[number]) =>
    per === BillingGranularity.entry ? id : `${projectId} ${taskId} ${rate}`
  return [...Map.groupBy(time, lineOf).values()].map((entries) => ({
    description: describe(entries, per, language).slice(0, longestDescription),
    quantity: hours(entries.reduce((sum, { seconds }) => sum + roundedUp(seconds, rounding), 0)),
    unit: 'HUR',
    unitPriceCents: entries[0]?.rate ?? 0,
    taxRate,
  }))
}

function describe(entries: readonly BillableTime[], per: BillingGranularity, language: Language): string {
  const [{ project, task, person, description }] = entries as [BillableTime]
  const days = entries.map(({ day }) => day).sort()
  const [first = '', last = ''] = [days[0], days.at(-1)].map((day) => formatDay(day ?? '', language))
  const what = task ? `${task} (${project})` : project
  const when = first === last ? first : `${first} – ${last}`
  return per === BillingGranularity.entry
    ? [what, `${when}, ${person}`, description].filter(Boolean).join('\n')
    : `${what}\n${when}`
}

const roundedUp = (seconds: number, minutes: number) =>
  minutes ? Math.ceil(seconds / (minutes * 60)) * minutes * 60 : seconds

/** Hours to four decimals, rounded half up. */
const hours = (seconds: number) => Math.round((seconds * 10_000) / 3600) / 10_000
