import type { Language } from '#core/text/language'
import { lastReminderLevel } from '../claim/reminder-claim.ts'

/** Level of a reminder and the levels sent before it. */
export interface ReminderStep {
  level: number
  earlierLevels: readonly number[]
}

/** Level 0 is friendly, not formal. */
const countFormalBefore = ({ level, earlierLevels }: ReminderStep) =>
  earlierLevels.filter((earlier) => earlier > 0 && earlier < level).length

const isLast = ({ level }: ReminderStep) => level === lastReminderLevel

/** Numbered by the reminders actually sent, because levels may be skipped. */
export function reminderTitle(step: ReminderStep, language: Language): string {
  const { friendly, formal, last } = reminderTexts[language].titles
  const before = countFormalBefore(step)
  return step.level === 0 ? friendly : isLast(step) ? (last[before] ?? last[2]) : (formal[before] ?? formal[1])
}

/** `invoiced` is number, date and due date. */
export function reminderBody(
  step: ReminderStep,
  language: Language,
  invoiced: readonly [string, string, string],
): string {
  const { friendly, open, after, demand, last } = reminderTexts[language].body
  if (step.level === 0) return friendly(...invoiced)
  const before = countFormalBefore(step)
  const known = before
    ? before === 1
      ? after.one
      : after.several
    : step.earlierLevels.length
      ? after.friendly
      : after.none
  return [open(...invoiced), known, isLast(step) ? last : before ? demand.again : demand.first].join(' ')
}

/** Texts that invoices share are in `invoiceTexts`. */
export const reminderTexts = {
  de: {
    titles: {
      friendly: 'Zahlungserinnerung',
      formal: ['1. Mahnung', '2. Mahnung'],
      last: ['Letzte Mahnung', '2. und letzte Mahnung', '3. und letzte Mahnung'],
    },
    about: (title: string, number: string) => `${title} zur Rechnung ${number}`,
    date: 'Datum',
    invoiceNumber: 'Rechnungsnummer',
    invoiceDate: 'Rechnungsdatum',
    wasDue: 'Fällig seit',
    defaultSince: 'In Verzug seit',
    greeting: 'Guten Tag,',
    body: {
      friendly: (number: string, day: string, due: string) =>
        `sicher haben Sie unsere Rechnung ${number} vom ${day} nur übersehen: Bis zum ${due} war sie zu zahlen, und bis heute ist bei uns nicht alles davon eingegangen. Bitte holen Sie das bis zum unten genannten Tag nach.`,
      open: (number: string, day: string, due: string) =>
        `unsere Rechnung ${number} vom ${day} war bis zum ${due} zu zahlen.`,
      after: {
        none: 'Sie ist noch offen.',
        friendly: 'Trotz unserer Zahlungserinnerung ist sie noch offen.',
        one: 'Trotz unserer Mahnung ist sie weiter offen.',
        several: 'Trotz mehrerer Mahnungen ist sie weiter offen.',
      },
      demand: {
        first: 'Bitte zahlen Sie den unten genannten Betrag.',
        again: 'Wir fordern Sie auf, den unten genannten Betrag zu zahlen.',
      },
      last: 'Dies ist unsere letzte Mahnung: Geht der unten genannte Betrag nicht fristgerecht ein, leiten wir ohne weitere Ankündigung das gerichtliche Mahnverfahren ein. Die Kosten dafür tragen Sie.',
    },
    claim: 'Offener Betrag',
    columns: {
      item: 'Posten',
      amount: 'Betrag',
      period: 'Zeitraum',
      days: 'Tage',
      open: 'Offen',
      rate: 'Zinssatz (Jahr)',
      interest: 'Zinsen',
    },
    invoiceOf: (number: string, day: string) => `Rechnung ${number} vom ${day}`,
    entries: {
      payment: (day: string) => `Zahlung vom ${day}`,
      discount: (day: string) => `Gewährtes Skonto vom ${day}`,
      returned: (day: string) => `Zahlung zurückgegangen am ${day}`,
      credit: (day: string, number: string) => `Rechnungskorrektur ${number} vom ${day}`,
    },
    open: 'Offener Rechnungsbetrag',
    interestTable: 'Verzugszinsen',
    rate: (base: string, points: string, rate: string) =>
      `${base}\u00a0% Basiszins + ${points} Prozentpunkte = ${rate}\u00a0%`,
    formula: (isConsumer: boolean) =>
      `Zinsen = offener Betrag × Zinssatz × Tage ÷ 365, je Zeile auf den Cent gerundet (§ 288 Abs. ${isConsumer ? 1 : 2}, § 247 BGB). Beide Tage eines Zeitraums zählen mit; eine Zahlung mindert den Betrag vom Tag danach an, eine Rechnungskorrektur von Anfang an.`,
    feeOf: (title: string, day: string) => `Mahngebühr, ${title} vom ${day}`,
    flat: 'Verzugspauschale (§ 288 Abs. 5 BGB)',
    setOff: 'Anrechnung auf die Pauschale (§ 288 Abs. 5 Satz 3 BGB)',
    interest: 'Verzugszinsen (§ 288 BGB)',
    settled: 'Darauf schon gezahlt',
    total: 'Zu zahlen',
    noVat: 'Gebühren, Pauschale und Zinsen sind Schadensersatz: Sie enthalten keine Umsatzsteuer.',
    further: (day: string) => `Vom ${day} an kommen bis zur Zahlung weitere Zinsen hinzu.`,
    pay: (total: string, day: string) => `Bitte überweisen Sie ${total} bis zum ${day}.`,
    payWithout: (total: string, day: string) => `Zu zahlen sind ${total} bis zum ${day}.`,
    crossed: 'Haben Sie inzwischen gezahlt, so ist dieses Schreiben gegenstandslos.',
    subject: (title: string, number: string, name: string) => `${title} zur Rechnung ${number} – ${name}`,
    mail: [
      (number: string, total: string, day: string) =>
        `zu unserer Rechnung ${number} sind noch ${total} offen. Bitte zahlen Sie bis zum ${day}; das Nähere steht im beigefügten Schreiben.`,
      (number: string, total: string, day: string) =>
        `anbei erhalten Sie unsere Mahnung zur Rechnung ${number}. Zu zahlen sind ${total} bis zum ${day}; wie sich der Betrag zusammensetzt, steht im Schreiben.`,
    ],
    farewell: 'Mit freundlichen Grüßen',
  },
  en: {
    titles: {
      friendly: 'Payment reminder',
      formal: ['First reminder', 'Second reminder'],
      last: ['Final reminder', 'Second and final reminder', 'Third and final reminder'],
    },
    about: (title: string, number: string) => `${title} for invoice ${number}`,
    date: 'Date',
    invoiceNumber: 'Invoice number',
    invoiceDate: 'Invoice date',
    wasDue: 'Was due on',
    defaultSince: 'In default since',
    greeting: 'Hello,',
    body: {
      friendly: (number: string, day: string, due: string) =>
        `Our invoice ${number} of ${day} may have escaped your notice: it was payable by ${due}, and we have not yet received all of it. Kindly settle it by the day stated below.`,
      open: (number: string, day: string, due: string) => `Our invoice ${number} of ${day} was payable by ${due}.`,
      after: {
        none: 'It is still open.',
        friendly: 'Despite our payment reminder it is still open.',
        one: 'It is still open although we have reminded you.',
        several: 'It is still open in spite of several reminders.',
      },
      demand: {
        first: 'Please pay the amount stated below.',
        again: 'We ask you to pay the amount stated below.',
      },
      last: 'This is our last reminder: if the amount stated below does not reach us in time we will take the matter to court without further notice, at your expense.',
    },
    claim: 'Open amount',
    columns: {
      item: 'Item',
      amount: 'Amount',
      period: 'Period',
      days: 'Days',
      open: 'Open',
      rate: 'Rate (year)',
      interest: 'Interest',
    },
    invoiceOf: (number: string, day: string) => `Invoice ${number} of ${day}`,
    entries: {
      payment: (day: string) => `Payment of ${day}`,
      discount: (day: string) => `Cash discount granted on ${day}`,
      returned: (day: string) => `Payment returned on ${day}`,
      credit: (day: string, number: string) => `Credit note ${number} of ${day}`,
    },
    open: 'Open amount of the invoice',
    interestTable: 'Default interest',
    rate: (base: string, points: string, rate: string) => `${base}% base rate + ${points} points = ${rate}%`,
    formula: (isConsumer: boolean) =>
      `Interest = open amount × rate × days ÷ 365, each line rounded to the cent (section 288 (${isConsumer ? 1 : 2}) and section 247 of the German Civil Code). Both days of a period count; a payment lowers the amount from the day after, a credit note from the beginning.`,
    feeOf: (title: string, day: string) => `Reminder fee, ${title.toLowerCase()} of ${day}`,
    flat: 'Flat sum for default (section 288 (5) BGB)',
    setOff: 'Set off against the flat sum (section 288 (5) sentence 3 BGB)',
    interest: 'Default interest (section 288 BGB)',
    settled: 'Of these already paid',
    total: 'To be paid',
    noVat: 'Fees, flat sum and interest are damages: they bear no VAT.',
    further: (day: string) => `From ${day} on further interest is added until you pay.`,
    pay: (total: string, day: string) => `Please transfer ${total} by ${day}.`,
    payWithout: (total: string, day: string) => `${total} is payable by ${day}.`,
    crossed: 'If you have paid in the meantime, please disregard this letter.',
    subject: (title: string, number: string, name: string) => `${title} for invoice ${number} – ${name}`,
    mail: [
      (number: string, total: string, day: string) =>
        `${total} of our invoice ${number} is still open. Kindly pay by ${day}; the attached letter has the details.`,
      (number: string, total: string, day: string) =>
        `Please find attached our reminder for invoice ${number}. ${total} is payable by ${day}; the letter shows what the amount is made of.`,
    ],
    farewell: 'Kind regards',
  },
} as const
