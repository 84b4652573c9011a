import sql, { type Sql } from 'sql-template-tag'
import { select } from '#core/database/select'
import { isInEuropeanUnion } from '#core/text/countries'
import { moneylessMethods, movesMoney } from '#features/billing/invoices/payment-method'
import {
  isMoneyMovedSql,
  isReceivedBeforeSql,
  paymentMovementsSql,
} from '#features/billing/invoices/payments/payment-movements'
import type { VatShare } from '#features/billing/invoices/payments/split-payment'
import type { TaxAmount } from '#features/billing/invoices/tax/tax-amounts'
import {
  determineTaxCountry,
  isDomesticSql,
  type TaxPlace,
  taxCountrySql,
  taxPlaceSql,
} from '#features/billing/invoices/tax/tax-country'
import {
  intraCommunityDaySql,
  isRecapitulated,
  supplyInvoiceDaySql,
  taxDaySql,
} from '#features/billing/invoices/tax/tax-days'
import type { BookedVatRate, ChartOfAccounts, VatRate } from './accounts.ts'
import { type ExemptAmount, selectExemptAmounts, splitPaymentsByExemptionReason } from './exempt-amounts.ts'
import type { Booking } from './extf.ts'
import { type ReadRows, readPages, rowsPerPage } from './read-pages.ts'

/** Days, both inclusive. */
export interface Period {
  from: string
  to: string
}

export interface BookkeepingSettings {
  organizationId: string
  accounts: ChartOfAccounts
  /** `accrual` books revenue on the document's day, `cash` on the payment's. */
  vatAccounting: string
  /** Whether payments and cash discounts are exported too. Tax advisers who import bank statements have them already. */
  exportPayments: boolean
}

/** The part of a rate that is stored with an amount; the rest follows from its document. */
type TaxKey = Pick<VatRate, 'taxCategory' | 'taxRate'>

/** Columns that every booking of a document needs. */
interface DocumentRow {
  id: string
  kind: string
  number: string
  credited: string | null
  buyer: string
  vatId: string | null
  debtorNumber: number
  taxPlace: TaxPlace
  /** Exempt amounts of the document, or of the payment, by reason; null if no account depends on the reason. */
  exempt: ExemptAmount[] | null
  dueDate: string
  /** An advance, or a credit note for one: no revenue until its supply is invoiced. */
  prepaid: boolean
  /** Day of its tax in accrual accounting, as in the VAT report; `infinity` until it is known. */
  taxDay: string
  /** The same for intra-Community supplies (category K). */
  intraCommunityDay: string
  /** Day of the document that invoices its supply; `infinity` until there is one. */
  supplyInvoiceDay: string
}

interface IssuedDocument extends DocumentRow {
  issueDate: string
  taxBreakdown: TaxAmount[]
}

interface PaymentRow extends DocumentRow {
  paymentId: string
  day: string
  method: string
  amountCents: number
  chargesCents: number
  creditCents: number
  vatShares: VatShare[]
  isMistake: boolean
  /** Number of the other document of a set-off. */
  setOffWith: string | null
}

/** Money received before its supply, on the day on which it stops being an advance. */
interface EndedAdvance extends PaymentRow {
  /** Day in the period from which its tax is removed. */
  outTaxDay: string
}

/** A cash discount on the day on which it was granted, returned or undone. */
interface DiscountRow extends DocumentRow, TaxKey {
  day: string
  /** Positive if it was undone. */
  cents: number
  place: string
}

interface RefundRow {
  id: string
  day: string
  method: string
  amountCents: number
  reference: string | null
  debtorNumber: number
  buyer: string
}

const documentColumns = ({ organizationId, accounts }: BookkeepingSettings) =>
  sql`i.id, i.kind, i.number, i.due_date as "dueDate", i.parties->'buyer'->>'name' as buyer,
      i.parties->'buyer'->>'vatId' as "vatId", c.debtor_number as "debtorNumber",
      ${taxPlaceSql(organizationId)} as "taxPlace",
      ${accounts.dependsOnExemptionReason ? selectExemptAmounts : sql`null`} as exempt,
      i.prepaid, (${taxDaySql})::text as "taxDay", (${intraCommunityDaySql})::text as "intraCommunityDay",
       (${supplyInvoiceDaySql})::text as "supplyInvoiceDay",
      (select n.number from invoices n where n.organization_id = ${organizationId} and n.id = i.credited_invoice_id) as credited`

/** Documents that are booked when supplied; in cash accounting only those to other countries. */
const isBookedBySupply = ({ vatAccounting }: BookkeepingSettings) =>
  vatAccounting === 'cash' ? sql`not ${isDomesticSql}` : sql`true`

const withClient = sql`join clients c on c.organization_id = i.organization_id and c.id = i.client_id`

/** Yields the bookings of a period, kind by kind, each kind ordered by day. */
export async function* generateBookings(
  read: ReadRows,
  books: BookkeepingSettings,
  period: Period,
): AsyncGenerator<Booking[]> {
  const { accounts, exportPayments } = books
  for await (const page of readIssued(read, books, period))
    yield page.flatMap((document) => invoiceBookings(books, document))
  for await (const page of readSupplied(read, books, period))
    yield page.flatMap((document) => supplyBookings(books, document))
  for await (const page of withExemptAmounts(read, books, readReceived(read, books, period)))
    yield page.flatMap((payment) => advanceBookings(books, payment))
  for await (const page of withExemptAmounts(read, books, readEndedAdvances(read, books, period)))
    yield page.flatMap((payment) => advanceReversalBookings(books, payment))
  for await (const page of readEarlyDiscounts(read, books, period))
    yield page.flatMap((entry) =>
      discountBookings(books, entry, accounts.advanceClearingAccount, entry.supplyInvoiceDay, entry.day),
    )
  if (exportPayments) {
    for await (const page of readUndoneDiscounts(read, books, period))
      yield page.flatMap((entry) => undoneDiscountBookings(books, entry))
  }
  for (const column of ['paid_at', 'returned_at'] as const)
    for await (const page of withExemptAmounts(read, books, readPaid(read, books, period, column)))
      yield page.flatMap((payment) => {
        const isReturn = column === 'returned_at'
        const made = payment.isMistake
          ? [...paymentBookings(books, payment, 1), ...paymentBookings(books, payment, -1)]
          : paymentBookings(books, payment, isReturn ? -1 : 1)
        return made
      })
  if (exportPayments)
    for await (const page of readRefunded(read, books, period)) yield page.map(refundBooking(accounts))
}

const readIssued = (read: ReadRows, books: BookkeepingSettings, { from, to }: Period) =>
  readPages<IssuedDocument>(
    read,
    (after) =>
      select`${documentColumns(books)}, i.issue_date as "issueDate", i.tax_breakdown as "taxBreakdown"
          from invoices i ${withClient}
          where i.organization_id = ${books.organizationId} and i.status <> 'draft' and i.issue_date between ${from} and ${to}
            and ${isBookedBySupply(books)} and (i.issue_date, i.id) > (${after?.issueDate ?? from}::date, ${after?.id ?? nilUuid}::uuid)
          order by i.issue_date, i.id limit ${rowsPerPage}`,
  )

/** Advances, and their credit notes, whose supply is invoiced in the period. */
const readSupplied = (read: ReadRows, books: BookkeepingSettings, { from, to }: Period) =>
  readPages<IssuedDocument>(
    read,
    (after) =>
      select`${documentColumns(books)}, i.issue_date as "issueDate", i.tax_breakdown as "taxBreakdown"
          from invoices i ${withClient}
          where i.organization_id = ${books.organizationId} and i.status <> 'draft' and i.prepaid
            and ${isBookedBySupply(books)} and ${supplyInvoiceDaySql} between ${from} and ${to} and i.id > ${after?.id ?? nilUuid}::uuid
          order by i.id limit ${rowsPerPage}`,
  )

/** Day on which a payment stops being an advance: that of its supply, once invoiced. */
const advanceEndDay = sql`(case when i.prepaid then greatest(${taxDaySql}, ${supplyInvoiceDaySql}) else ${taxDaySql} end)`

const paymentColumns = ({
  organizationId,
}: BookkeepingSettings) => sql`p.id as "paymentId", p.method, p.amount_cents as "amountCents",
      p.charges_cents as "chargesCents", p.credit_cents as "creditCents", p.vat_shares as "vatShares",
      (p.reversed_at is not null and p.returned_at is null) as "isMistake",
      case when p.set_off_id is not null then (select o.number from payments q
          join invoices o on o.organization_id = q.organization_id and o.id = q.invoice_id
        where q.organization_id = ${organizationId} and q.set_off_id = p.set_off_id and q.id <> p.id) end as "setOffWith"`

const withInvoice = sql`join invoices i on i.organization_id = p.organization_id and i.id = p.invoice_id`

/** Payments received in the period before their supply. */
const readReceived = (read: ReadRows, books: BookkeepingSettings, { from, to }: Period) =>
  readPages<PaymentRow>(
    read,
    (after) =>
      select`${documentColumns(books)}, ${paymentColumns(books)}, p.paid_at as day
          from payments p ${withInvoice} ${withClient}
          where p.organization_id = ${books.organizationId} and p.paid_at between ${from} and ${to} and ${isMoneyMovedSql} and ${isReceivedBeforeSql(advanceEndDay)}
            and ${isBookedBySupply(books)} and (p.paid_at, p.id) > (${after?.day ?? from}::date, ${after?.paymentId ?? nilUuid}::uuid)
          order by p.paid_at, p.id limit ${rowsPerPage}`,
  )

/** Payments received before their supply that was invoiced, or that were returned, in the period. */
const readEndedAdvances = (read: ReadRows, books: BookkeepingSettings, { from, to }: Period) =>
  readPages<EndedAdvance>(
    read,
    (after) =>
      select`${documentColumns(books)}, ${paymentColumns(books)}, least(p.returned_at, ${advanceEndDay}) as day,
            case when ${isReceivedBeforeSql(taxDaySql)} then least(p.returned_at, ${taxDaySql}) else p.paid_at end as "outTaxDay"
          from payments p ${withInvoice} ${withClient}
          where p.organization_id = ${books.organizationId} and ${isMoneyMovedSql} and ${isReceivedBeforeSql(advanceEndDay)}
            and ${isBookedBySupply(books)} and least(p.returned_at, ${advanceEndDay}) between ${from} and ${to} and p.id > ${after?.paymentId ?? nilUuid}::uuid
          order by p.id limit ${rowsPerPage}`,
  )

/** Cash discounts granted or undone before their supply, which was invoiced in the period. */
const readEarlyDiscounts = (read: ReadRows, books: BookkeepingSettings, { from, to }: Period) =>
  readPages<DiscountRow>(
    read,
    (after) =>
      select`${documentColumns(books)}, e.day, e.category as "taxCategory", e.rate::float8 as "taxRate", e.cents, e.place
          from (
              select p.invoice_id, m.day, m.times * -(s."discountNetCents" + s."discountTaxCents") as cents, s."taxCategory" as category,
                s."taxRate" as rate, 'p' || p.id || m.times || ' ' || s."taxCategory" || s."taxRate" as place
              from payments p cross join lateral ${paymentMovementsSql} as m (day, times)
                cross join lateral jsonb_to_recordset(p.vat_shares)
                  as s ("taxCategory" text, "taxRate" numeric, "discountNetCents" bigint, "discountTaxCents" bigint)
              where p.organization_id = ${books.organizationId} and ${isMoneyMovedSql} and p.cash_discount_cents > 0 and m.day is not null
                and (${books.exportPayments} or p.method = any(${moneylessMethods}))
              union all
              select n.id, s.day, s."netCents" + s."taxCents", s."taxCategory", s."taxRate", 'u' || n.id || s.place
              from invoices n cross join lateral rows from (jsonb_to_recordset(n.discount_undone)
                as (day date, "taxCategory" text, "taxRate" numeric, "netCents" bigint, "taxCents" bigint)) with ordinality
                as s (day, "taxCategory", "taxRate", "netCents", "taxCents", place)
              where n.organization_id = ${books.organizationId} and n.discount_undone <> '[]' and ${books.exportPayments}
            ) e join invoices i on i.organization_id = ${books.organizationId} and i.id = e.invoice_id ${withClient}
          where i.prepaid and ${isBookedBySupply(books)} and ${supplyInvoiceDaySql} between ${from} and ${to} and e.day < ${supplyInvoiceDaySql} and e.place > ${after?.place ?? ''}
          order by e.place limit ${rowsPerPage}`,
  )

/** Payments by the day of the money, or by that of its return. A payment recorded by mistake is read with its reversal. */
const readPaid = (
  read: ReadRows,
  books: BookkeepingSettings,
  { from, to }: Period,
  column: 'paid_at' | 'returned_at',
) => {
  const day: Sql = column === 'paid_at' ? sql`p.paid_at` : sql`p.returned_at`
  return readPages<PaymentRow>(
    read,
    (after) =>
      select`${documentColumns(books)}, ${paymentColumns(books)}, ${day} as day
          from payments p ${withInvoice} ${withClient}
          where p.organization_id = ${books.organizationId} and ${day} between ${from} and ${to}
            and (${day}, p.id) > (${after?.day ?? from}::date, ${after?.paymentId ?? nilUuid}::uuid)
          order by ${day}, p.id limit ${rowsPerPage}`,
  )
}

/** Cash discounts that credit notes undid. */
const readUndoneDiscounts = (read: ReadRows, books: BookkeepingSettings, { from, to }: Period) =>
  readPages<DiscountRow>(
    read,
    (after) =>
      select`${documentColumns(books)}, s.day, s."taxCategory", s."taxRate"::float8 as "taxRate",
            s."netCents" + s."taxCents" as cents, i.id::text || s.place as place
          from invoices i ${withClient}
            cross join lateral rows from (jsonb_to_recordset(i.discount_undone)
              as (day date, "taxCategory" text, "taxRate" numeric, "netCents" bigint, "taxCents" bigint)) with ordinality
              as s (day, "taxCategory", "taxRate", "netCents", "taxCents", place)
          where i.organization_id = ${books.organizationId} and i.discount_undone <> '[]' and s.day between ${from} and ${to}
            and ${isBookedBySupply(books)} and i.id::text || s.place > ${after?.place ?? ''}
          order by i.id::text || s.place limit ${rowsPerPage}`,
  )

const readRefunded = (read: ReadRows, { organizationId }: BookkeepingSettings, { from, to }: Period) =>
  readPages<RefundRow>(
    read,
    (after) =>
      select`r.id, r.paid_at as day, r.method, r.amount_cents as "amountCents", r.reference, c.debtor_number as "debtorNumber", c.name as buyer
          from client_refunds r join clients c on c.organization_id = r.organization_id and c.id = r.client_id
          where r.organization_id = ${organizationId} and r.paid_at between ${from} and ${to}
            and (r.paid_at, r.id) > (${after?.day ?? from}::date, ${after?.id ?? nilUuid}::uuid)
          order by r.paid_at, r.id limit ${rowsPerPage}`,
  )

/** Adds the exempt amounts by reason to payments, if an account depends on the reason. */
async function* withExemptAmounts<Payment extends PaymentRow>(
  read: ReadRows,
  { organizationId, accounts }: BookkeepingSettings,
  paymentBookings: AsyncGenerator<Payment[]>,
): AsyncGenerator<Payment[]> {
  for await (const page of paymentBookings) {
    const ids = accounts.dependsOnExemptionReason ? page.filter((payment) => payment.exempt).map(({ id }) => id) : []
    const divided = ids.length
      ? await splitPaymentsByExemptionReason(read, organizationId, [...new Set(ids)])
      : undefined
    yield page.map((payment) => ({ ...payment, exempt: divided?.get(payment.paymentId) ?? null }))
  }
}

const nilUuid = '00000000-0000-0000-0000-000000000000'

/** A credit note is booked under its invoice's open item, with its own number in the text. */
function documentFields(document: DocumentRow): Pick<Booking, 'document' | 'text' | 'dueDate'> {
  const { number, credited, buyer, dueDate, kind } = document
  const isNote = kind === 'credit_note'
  return {
    document: credited ?? number,
    text: isNote ? `${number} ${buyer}` : buyer,
    dueDate: isNote ? null : dueDate,
  }
}

const isNonZero = ({ cents }: { cents: number }) => cents !== 0

/** DATEV takes the tax period from the booking day, unless another day is given. */
const taxDayInOtherMonth = (day: string, taxDay: string) => (taxDay.slice(0, 7) === day.slice(0, 7) ? null : taxDay)

/** Completes a rate from the parties of its document. */
const toRate = ({ taxCategory, taxRate }: TaxKey, { taxPlace }: DocumentRow): VatRate => ({
  taxCategory,
  taxRate,
  isDomestic: taxPlace.home === taxPlace.country,
  taxCountry: taxCategory === 'S' ? determineTaxCountry(taxPlace, taxRate) : null,
})

/** The cents of a rate times `times` (-1 reverses), split by exemption reason if an account depends on it. */
function splitByReason(tax: TaxAmount, document: DocumentRow, times: number): [VatRate, cents: number][] {
  const rate = toRate(tax, document)
  const parts = document.exempt?.filter((of) => of.taxCategory === tax.taxCategory && of.taxRate === tax.taxRate)
  if (!parts?.length) return [[rate, times * (tax.netCents + tax.taxCents)]]
  return parts.map(({ exemptionReason, cents }) => [{ ...rate, exemptionReason }, times * cents])
}

/** Whether an amount is booked when supplied: in accrual accounting, and if it is in the recapitulative statement (§ 18b UStG). */
const isBySupply = ({ vatAccounting }: BookkeepingSettings, { taxCategory }: TaxKey, { taxPlace }: DocumentRow) =>
  vatAccounting !== 'cash' || isRecapitulated(taxCategory, taxPlace.home === taxPlace.country)

const resolveTaxDay = ({ taxCategory }: TaxKey, document: DocumentRow) =>
  taxCategory === 'K' ? document.intraCommunityDay : document.taxDay

/** EU fields: the VAT ID for the recapitulative statement, or the member state whose VAT was charged. */
function euFields({ taxCategory, taxRate, isDomestic, taxCountry }: VatRate, { vatId }: DocumentRow): Partial<Booking> {
  if (taxCountry) return isInEuropeanUnion(taxCountry) ? { destination: { country: taxCountry, taxRate } } : {}
  return isRecapitulated(taxCategory, isDomestic) ? { vatId } : {}
}

/** Revenue at a rate, from the debtor's account, or for an advance from the clearing account. */
const revenueBookings = (
  accounts: ChartOfAccounts,
  document: DocumentRow,
  tax: TaxAmount,
  times: number,
  day: string,
  from = accounts.debtorAccount(document.debtorNumber),
): Booking[] =>
  splitByReason(tax, document, times).map(([rate, part]) => {
    const { account, taxKey } = accounts.revenueAccount(rate) ?? { account: '', taxKey: null }
    return {
      ...documentFields(document),
      cents: part,
      account: from,
      contraAccount: account,
      taxKey,
      day,
      ...euFields(rate, document),
    }
  })

/** Revenue of a document. An advance only books the claim, against the clearing account. */
const invoiceBookings = (books: BookkeepingSettings, document: IssuedDocument): Booking[] =>
  document.taxBreakdown
    .filter((tax) => isBySupply(books, tax, document))
    .flatMap((tax): Booking[] => {
      const { accounts } = books
      const { prepaid, issueDate, debtorNumber } = document
      const cents = tax.netCents + tax.taxCents
      if (prepaid)
        return [
          {
            ...documentFields(document),
            cents,
            account: accounts.debtorAccount(debtorNumber),
            contraAccount: accounts.advanceClearingAccount,
            day: issueDate,
          },
        ]
      return revenueBookings(accounts, document, tax, 1, issueDate).map((booking) => ({
        ...booking,
        taxDay: taxDayInOtherMonth(issueDate, resolveTaxDay(tax, document)),
      }))
    })
    .filter(isNonZero)

/** Revenue of an advance, once its supply is invoiced. */
const supplyBookings = (books: BookkeepingSettings, document: IssuedDocument): Booking[] =>
  document.taxBreakdown
    .filter((tax) => isBySupply(books, tax, document))
    .flatMap((tax) => {
      const { accounts } = books
      const { supplyInvoiceDay } = document
      const taxDay = taxDayInOtherMonth(supplyInvoiceDay, resolveTaxDay(tax, document))
      const bookings = revenueBookings(accounts, document, tax, 1, supplyInvoiceDay, accounts.advanceClearingAccount)
      return bookings.map((booking) => ({ ...booking, dueDate: null, taxDay }))
    })
    .filter(isNonZero)

/** Advances are taxed when received (§ 13 (1) no. 1a sentence 4 UStG). */
const advanceBookings = (books: BookkeepingSettings, payment: PaymentRow, times: 1 | -1 = 1): Booking[] =>
  payment.vatShares
    .filter((share) => isBySupply(books, share, payment))
    .flatMap((share) => {
      const { accounts } = books
      return splitByReason(share, payment, payment.kind === 'credit_note' ? -times : times).map(([rate, part]) => ({
        ...documentFields(payment),
        cents: part,
        account: accounts.advanceClearingAccount,
        contraAccount: accounts.advanceAccount(rate) ?? '',
        day: payment.day,
        dueDate: null,
        text: `Anzahlung ${documentFields(payment).text}`,
        destination: euFields(rate, payment).destination,
      }))
    })
    .filter(isNonZero)

/** Reverses an advance once its supply is taxed or the money is returned. */
const advanceReversalBookings = (books: BookkeepingSettings, payment: EndedAdvance): Booking[] =>
  advanceBookings(books, payment, -1).map((booking) => ({
    ...booking,
    text: `Anzahlung verrechnet ${documentFields(payment).text}`,
    taxDay: taxDayInOtherMonth(payment.day, payment.outTaxDay),
  }))

/**
 * In cash accounting a payment books revenue by rate; its money and discount are booked if payments are exported. Methods that move no
 * money are on no bank statement, so their discount and transfer between open items are always exported.
 */
function paymentBookings(books: BookkeepingSettings, payment: PaymentRow, times: 1 | -1): Booking[] {
  const { accounts, exportPayments } = books
  const { day, vatShares, method } = payment
  // Money paid back on a credit note has the opposite sign.
  const sign = payment.kind === 'credit_note' ? -times : times
  const taken = vatShares
    .filter((share) => !isBySupply(books, share, payment))
    .flatMap((share) => revenueBookings(accounts, payment, share, sign, day))
  const isMoney = movesMoney(method)
  if (isMoney && !exportPayments)
    return [...taken, ...transferBookings(accounts, payment, sign, times)].filter(isNonZero)
  const debtor = accounts.debtorAccount(payment.debtorNumber)
  const settled = isMoney
    ? moneyBookings(accounts, payment, sign, times)
    : transferBookings(accounts, payment, sign, times)
  const discounts = vatShares.flatMap((share) =>
    discountBookings(
      books,
      { ...payment, ...share, cents: -times * (share.discountNetCents + share.discountTaxCents) },
      debtor,
      day,
      day,
    ),
  )
  return [...taken, ...settled, ...discounts].filter(isNonZero)
}

const bookingText = (text: string, times: 1 | -1) => (times < 0 ? `Storno ${text}` : text)

/** Open item of client credit, whatever documents it came from (0093). */
const creditItem = 'GUTHABEN'

/** Money by purpose: the document, client credit, dunning charges. */
function moneyBookings(accounts: ChartOfAccounts, payment: PaymentRow, sign: number, times: 1 | -1): Booking[] {
  const { day, chargesCents, creditCents, amountCents, method } = payment
  const { document, text } = documentFields(payment)
  const what = { document, day, account: accounts.moneyAccount(method), text: bookingText(text, times) }
  const debtor = accounts.debtorAccount(payment.debtorNumber)
  return [
    { ...what, cents: sign * (amountCents - chargesCents - creditCents), contraAccount: debtor },
    {
      ...what,
      document: creditItem,
      cents: sign * creditCents,
      contraAccount: debtor,
      text: `Guthaben ${what.text}`,
    },
    { ...what, cents: sign * chargesCents, contraAccount: accounts.chargesAccount, text: `Mahnkosten ${what.text}` },
  ]
}

/**
 * Moves a set-off or client credit between open items. A DATEV row names one open item, so each has a row, against a clearing account
 * whose balance is zero afterwards. The other row of a set-off belongs to its other payment.
 */
function transferBookings(accounts: ChartOfAccounts, payment: PaymentRow, sign: number, times: 1 | -1): Booking[] {
  const { day, amountCents, creditCents, setOffWith, number, kind, debtorNumber, method } = payment
  const { document } = documentFields(payment)
  const transfer = (to: string, other: string, cents: number, text: string): Booking => ({
    document: to,
    otherDocument: other,
    cents,
    account: accounts.setOffClearingAccount,
    contraAccount: accounts.debtorAccount(debtorNumber),
    day,
    text: bookingText(text, times),
  })
  if (setOffWith) {
    const [invoice, note] = kind === 'credit_note' ? [setOffWith, number] : [number, setOffWith]
    return [transfer(document, setOffWith, sign * amountCents, `Verrechnung ${invoice} mit ${note}`)]
  }
  // Used credit is debited; if the money itself is not exported, an overpayment is credited.
  const [cents, text] =
    method === 'client_credit'
      ? [sign * amountCents, `Verrechnung ${number} mit Guthaben`]
      : [-sign * creditCents, `Guthaben aus ${number}`]
  return [transfer(document, creditItem, cents, text), transfer(creditItem, document, -cents, text)]
}

/**
 * `day` is the booking day; the discount may have been granted earlier, before its supply was invoiced. Until then it reduces the clearing
 * account instead of revenue.
 */
function discountBookings(
  books: BookkeepingSettings,
  entry: DocumentRow & TaxKey & { cents: number },
  account: string,
  day: string,
  grantedOn: string,
): Booking[] {
  if (!isBySupply(books, entry, entry)) return []
  const { accounts } = books
  const { prepaid, supplyInvoiceDay, cents } = entry
  const taxDay = resolveTaxDay(entry, entry)
  const isEarly = prepaid && day < supplyInvoiceDay
  const taxedOn = grantedOn > taxDay ? grantedOn : taxDay
  const rate = toRate(entry, entry)
  const booking: Booking = {
    ...documentFields(entry),
    cents,
    account,
    contraAccount: isEarly ? accounts.advanceClearingAccount : accounts.discountAccount(rate),
    text: `Skonto ${cents > 0 ? 'zurück ' : ''}${documentFields(entry).text}`,
    day,
    dueDate: null,
    ...(isEarly ? {} : { ...euFields(rate, entry), taxDay: taxDayInOtherMonth(day, taxedOn) }),
  }
  return [booking].filter(isNonZero)
}

const undoneDiscountBookings = (books: BookkeepingSettings, entry: DiscountRow): Booking[] =>
  discountBookings(books, entry, books.accounts.debtorAccount(entry.debtorNumber), entry.day, entry.day)

const refundBooking =
  (accounts: ChartOfAccounts) =>
  ({ amountCents, method, debtorNumber, day, buyer, reference }: RefundRow): Booking => ({
    cents: -amountCents,
    account: accounts.moneyAccount(method),
    contraAccount: accounts.debtorAccount(debtorNumber),
    day,
    document: creditItem,
    text: `Guthaben erstattet ${buyer} ${reference ?? ''}`,
  })

/** VAT rates of all documents and payments booked in the period. */
export async function readBookedVatRates(
  read: ReadRows,
  { organizationId }: Pick<BookkeepingSettings, 'organizationId'>,
  { from, to }: Period,
) {
  return read<BookedVatRate>(
    select`s."taxCategory", s."taxRate"::float8 as "taxRate", ${isDomesticSql} as "isDomestic",
          ${taxCountrySql(taxPlaceSql(organizationId), sql`s."taxRate"`)} as "taxCountry", bool_or(i.prepaid or exists (select from payments p
            where p.organization_id = ${organizationId} and p.invoice_id = i.id and ${isReceivedBeforeSql(taxDaySql)})) as "isAdvance"
        from invoices i cross join lateral jsonb_to_recordset(i.tax_breakdown) as s ("taxCategory" text, "taxRate" numeric)
        where i.organization_id = ${organizationId} and i.status <> 'draft'
          and (i.issue_date between ${from} and ${to} or ${taxDaySql} between ${from} and ${to} or ${supplyInvoiceDaySql} between ${from} and ${to}
            or exists (select from payments p where p.organization_id = ${organizationId} and p.invoice_id = i.id
              and (p.paid_at between ${from} and ${to} or p.returned_at between ${from} and ${to})))
        group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
  )
}
