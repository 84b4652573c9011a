import { stringify } from 'csv-stringify/sync'
import { select } from '#core/database/select'
import type { ZipFile } from '#core/storage/zip'
import { addDays } from '#core/time/clock'
import { generateBookings } from './bookings.ts'
import type { BookkeepingSettings, Period } from './bookkeeping-settings.ts'
import { clientOrLastBuyerColumn, joinLastBuyer } from './erased-client.ts'
import {
  type Debtor,
  type ExtfBatch,
  encodeWindows1252,
  type FiscalPeriod,
  formatBookingRow,
  formatDebtorRow,
  formatExtfHeader,
} from './extf.ts'
import { type ReadRows, readPages, rowsPerPage } from './read-pages.ts'

/**
 * One booking batch per month that has bookings, the debtors, and if needed `Protokoll.csv`: texts that Windows-1252 cannot hold, and
 * transfers of set-offs.
 */
export async function* generateDatevFiles(
  read: ReadRows,
  books: BookkeepingSettings,
  batch: ExtfBatch,
  period: Period,
  fiscalYearStart: string,
): AsyncGenerator<ZipFile> {
  const protocol = createTransliterationLog()
  const stretches = splitByMonth(period, fiscalYearStart)
  for (const [index, stretch] of stretches.entries()) {
    const rows = generateBookings(read, books, stretch)
    let page = await rows.next()
    while (!page.done && page.value.length === 0) page = await rows.next()
    if (page.done) continue
    const head = page.value
    const month = stretch.from.slice(0, 7)
    // A fiscal year that starts within a month splits it into two batches.
    const part = stretches[index - 1]?.from.startsWith(month) ? '-2' : ''
    yield {
      name: `EXTF_Buchungsstapel_${month}${part}.csv`,
      content: (async function* () {
        yield encodeWindows1252(formatExtfHeader(batch, 'bookings', stretch))
        const toRows = (entries: typeof head) => {
          for (const { text, otherDocument, cents, account } of entries)
            if (otherDocument && cents > 0) protocol.note('Offene Posten', text, `Umbuchung über Konto ${account}`)
          return encodeWindows1252(
            entries.map((entry) => formatBookingRow(entry, batch.isLocked, protocol.note)).join(''),
          )
        }
        yield toRows(head)
        for await (const entries of rows) yield toRows(entries)
      })(),
    }
  }
  yield {
    name: 'EXTF_Debitoren.csv',
    content: (async function* () {
      yield encodeWindows1252(formatExtfHeader(batch, 'debtors', stretches.at(-1) as FiscalPeriod))
      for await (const page of readDebtors(read, books, period)) {
        yield encodeWindows1252(page.map((client) => formatDebtorRow(toDebtor(books, client), protocol.note)).join(''))
      }
    })(),
  }
  yield* protocol.files()
}

const maxLogEntries = 10_000

/** Collects texts whose written form differs from the original, with their columns. */
function createTransliterationLog() {
  const entries = new Map<string, { written: string; columns: Set<string> }>()
  return {
    note(column: string, original: string, written: string) {
      const entry = entries.get(original)
      if (entry) entry.columns.add(column)
      else if (entries.size < maxLogEntries) entries.set(original, { written, columns: new Set([column]) })
    },
    *files(): Generator<ZipFile> {
      if (!entries.size) return
      const rows = [...entries].map(([original, { written, columns }]) => [original, written, [...columns].join(', ')])
      const names = ['Text', 'In DATEV (Windows-1252)', 'Feld']
      yield {
        name: 'Protokoll.csv',
        content: Buffer.from(stringify([names, ...rows], { bom: true, delimiter: ';', escape_formulas: true })),
      }
    },
  }
}

/** Splits a period by month and fiscal year. Booking days have no year in EXTF; the batch's fiscal year supplies it. */
export function splitByMonth({ from, to }: Period, fiscalYearStart: string): FiscalPeriod[] {
  const stretches: FiscalPeriod[] = []
  for (let day = from; day <= to; ) {
    const year = Number(day.slice(0, 4))
    const own = `${year}-${fiscalYearStart}`
    const begun = day >= own ? own : `${year - 1}-${fiscalYearStart}`
    const month = day.slice(0, 7)
    const next = `${addDays(`${month}-28`, 4).slice(0, 7)}-01`
    const end = own > day && own < next ? own : next
    const last = addDays(end, -1)
    stretches.push({ fiscalYearStart: begun, from: day, to: last < to ? last : to })
    day = end
  }
  return stretches
}

interface ClientRow extends Omit<Debtor, 'account' | 'isPerson'> {
  id: string
  kind: string
  debtorNumber: number
}

/** Clients who have a document, or a payment for a later one, until a day. */
export const selectDebtorEvidence = (organizationId: string, to: string) =>
  select`from invoices i where i.organization_id = ${organizationId} and i.client_id = c.id and i.status <> 'draft'
      and (i.issue_date <= ${to} or exists (select from payments p
        where p.organization_id = ${organizationId} and p.invoice_id = i.id and p.paid_at <= ${to}))`

const readDebtors = (read: ReadRows, { organizationId }: BookkeepingSettings, { to }: Period) =>
  readPages<ClientRow>(
    read,
    (after) =>
      select`c.id, c.kind, ${clientOrLastBuyerColumn('name')} as name, c.vat_id as "vatId", ${clientOrLastBuyerColumn('street')} as street,
            ${clientOrLastBuyerColumn('postal_code', 'postalCode')} as "postalCode", ${clientOrLastBuyerColumn('city')} as city, c.country, c.phone,
            coalesce(c.invoice_email, ${clientOrLastBuyerColumn('email')}) as email, c.customer_number as "customerNumber", c.debtor_number as "debtorNumber"
          from clients c ${joinLastBuyer(organizationId)}
          where c.organization_id = ${organizationId} and c.debtor_number > ${after?.debtorNumber ?? 0}
            and exists (${selectDebtorEvidence(organizationId, to)})
          order by c.debtor_number limit ${rowsPerPage}`,
  )

const toDebtor = ({ accounts }: BookkeepingSettings, { kind, debtorNumber, ...client }: ClientRow): Debtor => ({
  ...client,
  account: accounts.debtorAccount(debtorNumber),
  isPerson: kind === 'consumer',
})
