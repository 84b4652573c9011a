import { stringify } from 'csv-stringify/sync'
import { select } from '#core/database/select'
import type { ZipFile } from '#core/storage/zip'
import { addDays } from '#core/time/clock'
import { type Books, bookings, type Period } from './bookings.ts'
import { clientColumn, joinLastBuyer } from './erased-client.ts'
import { type Batch, bookingRow, type Debtor, debtorRow, encodeWindows1252, opening, type Stretch } from './extf.ts'
import { pages, perPage, type Read } from './pages.ts'

/**
 * The files for DATEV: a batch of bookings for each month that has any, the debtors, and a protocol of the texts that Windows-1252 cannot
 * hold and of the transfers of set-offs, if there are any.
 */
export async function* datevFiles(
  read: Read,
  books: Books,
  batch: Batch,
  period: Period,
  fiscalYearStart: string,
): AsyncGenerator<ZipFile> {
  const protocol = createProtocol()
  const stretches = stretchesOf(period, fiscalYearStart)
  for (const [index, stretch] of stretches.entries()) {
    const rows = bookings(read, books, stretch)
    let page = await rows.next()
    while (!page.done && page.value.length === 0) page = await rows.next()
    if (page.done) continue
    const head = page.value
    const month = stretch.from.slice(0, 7)
    // A fiscal year that begins within a month makes two batches of it.
    const part = stretches[index - 1]?.from.startsWith(month) ? '-2' : ''
    yield {
      name: `EXTF_Buchungsstapel_${month}${part}.csv`,
      content: (async function* () {
        yield encodeWindows1252(opening(batch, 'bookings', stretch))
        const toRows = (entries: typeof head) => {
          for (const { text, otherDocument, cents, account } of entries)
            if (otherDocument && cents > 0) protocol.note('Offene Posten', text, `Umbuchung über Konto ${account}`)
          return encodeWindows1252(entries.map((entry) => bookingRow(entry, batch.isLocked, protocol.note)).join(''))
        }
        yield toRows(head)
        for await (const entries of rows) yield toRows(entries)
      })(),
    }
  }
  yield {
    name: 'EXTF_Debitoren.csv',
    content: (async function* () {
      yield encodeWindows1252(opening(batch, 'debtors', stretches.at(-1) as Stretch))
      for await (const page of debtors(read, books, period)) {
        yield encodeWindows1252(page.map((client) => debtorRow(debtorOf(books, client), protocol.note)).join(''))
      }
    })(),
  }
  yield* protocol.files()
}

/** Texts that the protocol lists at most. */
const longestProtocol = 10_000

/** Collects texts that are written differently from their original, with the columns that hold them. */
function createProtocol() {
  const entries = new Map<string, { written: string; columns: Set<string> }>()
  return {
    note(column: string, original: string, written: string) {
      const entry = entries.get(original)
      if (entry) entry.columns.add(column)
      else if (entries.size < longestProtocol) entries.set(original, { written, columns: new Set([column]) })
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

/** The months of a period, none across two fiscal years: the day of a booking has no year, and goes by its batch. */
export function stretchesOf({ from, to }: Period, fiscalYearStart: string): Stretch[] {
  const stretches: Stretch[] = []
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

/** Who has been sent a document until the end of the days, or has paid one of later by then, and so is a debtor. */
export const isDebtor = (organizationId: string, to: string) =>
  select`from invoices i where i.organization_id = ${organizationId} and i.client_id = c.id and i.status <> 'draft'
      and (i.issue_date <= ${to} or exists (select from payments p
        where p.organization_id = ${organizationId} and p.invoice_id = i.id and p.paid_at <= ${to}))`

const debtors = (read: Read, { organizationId }: Books, { to }: Period) =>
  pages<ClientRow>(
    read,
    (after) =>
      select`c.id, c.kind, ${clientColumn('name')} as name, c.vat_id as "vatId", ${clientColumn('street')} as street,
            ${clientColumn('postal_code', 'postalCode')} as "postalCode", ${clientColumn('city')} as city, c.country, c.phone,
            coalesce(c.invoice_email, ${clientColumn('email')}) as email, c.customer_number as "customerNumber", c.debtor_number as "debtorNumber"
          from clients c ${joinLastBuyer(organizationId)}
          where c.organization_id = ${organizationId} and c.debtor_number > ${after?.debtorNumber ?? 0}
            and exists (${isDebtor(organizationId, to)})
          order by c.debtor_number limit ${perPage}`,
  )

const debtorOf = ({ accounts }: Books, { kind, debtorNumber, ...client }: ClientRow): Debtor => ({
  ...client,
  account: accounts.debtor(debtorNumber),
  isPerson: kind === 'consumer',
})
