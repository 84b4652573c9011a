import { isInEuropeanUnion } from '#core/text/countries'
import { movesMoney } from '#features/billing/invoices/payment-method'
import type { TaxAmount } from '#features/billing/invoices/tax/tax-amounts'
import { determineTaxCountry } from '#features/billing/invoices/tax/tax-country'
import { isRecapitulated } from '#features/billing/invoices/tax/tax-days'
import type { ChartOfAccounts, VatRate } from './accounts.ts'
import {
  type DiscountRow,
  type DocumentRow,
  type EndedAdvance,
  type IssuedDocument,
  type PaymentRow,
  type RefundRow,
  readEarlyDiscounts,
  readEndedAdvances,
  readIssued,
  readPaid,
  readReceived,
  readRefunded,
  readSupplied,
  readUndoneDiscounts,
  type TaxKey,
  withExemptAmounts,
} from './booking.reads.ts'
import type { BookkeepingSettings, Period } from './bookkeeping-settings.ts'
import type { Booking } from './extf.ts'
import type { ReadRows } from './read-pages.ts'

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
