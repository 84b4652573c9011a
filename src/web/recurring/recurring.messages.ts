import { localized, type SameKeys } from '../i18n/locale.ts'

const each = {
  de: {
    week: 'wöchentlich',
    month: 'monatlich',
    quarter: 'vierteljährlich',
    half_year: 'halbjährlich',
    year: 'jährlich',
  },
  en: { week: 'weekly', month: 'monthly', quarter: 'quarterly', half_year: 'half-yearly', year: 'yearly' },
}
const intervals = {
  de: { week: 'Wochen', month: 'Monate', quarter: 'Quartale', half_year: 'Halbjahre', year: 'Jahre' },
  en: { week: 'weeks', month: 'months', quarter: 'quarters', half_year: 'half-years', year: 'years' },
}
type Interval = keyof typeof intervals.de

const de = {
  title: 'Serienrechnungen',
  about: 'Vorlagen, aus denen am Morgen ihres Tages eine Rechnung entsteht.',
  create: 'Neue Serienrechnung',
  for: (client: string) => `Serienrechnung an ${client}`,
  client: 'Kunde',
  lines: 'Positionen',
  rhythm: 'Rhythmus',
  every: (every: number, interval: Interval) =>
    every === 1 ? each.de[interval] : `alle ${every} ${intervals.de[interval]}`,
  status: 'Status',
  statuses: { active: 'Aktiv', paused: 'Pausiert', ended: 'Beendet' },
  next: 'Nächste Rechnung',
  noNext: 'keine mehr',
  net: 'Netto',
  empty: {
    title: 'Noch keine Serienrechnungen',
    text: 'Was ein Kunde regelmäßig zahlt, schreiben Sie einmal; die Rechnungen entstehen von selbst.',
  },
  none: (sought: string) => `Keine Serienrechnung passt zu „${sought}“.`,
  form: {
    issueDate: 'Erste Rechnung am',
    until: 'Keine Rechnung nach dem',
    untilHint: 'Leer: ohne Ende.',
    more: 'Texte',
    changed: 'Die Serienrechnung wurde inzwischen an anderer Stelle geändert.',
    delete: 'Serienrechnung löschen',
    deleteSure: {
      title: 'Diese Serienrechnung löschen?',
      text: 'Es entstehen keine Rechnungen mehr daraus; die schon erstellten bleiben. Das lässt sich nicht rückgängig machen.',
      submit: 'Löschen',
    },
    every: 'Wiederholung alle',
    interval: 'Zeitraum',
    intervals: intervals.de,
    dueDays: 'Zahlungsziel in Tagen',
    dueDaysHint: 'Leer: das Zahlungsziel des Kunden.',
    mode: 'Jede Rechnung',
    modeHint: 'Was sich nicht senden lässt, bleibt ein Entwurf.',
    modes: { draft: 'als Entwurf', send: 'gleich senden' },
    placeholders: 'In allen Texten stehen {period}, {month} und {year} für Zeitraum, Monat und Jahr der Rechnung.',
  },
  later: 'Sobald ein Kunde gewählt ist, steht hier die nächste Rechnung, wie er sie bekommt.',
  pause: 'Pausieren',
  paused: 'Die Serie ist pausiert: Es entstehen keine Rechnungen.',
  resume: 'Fortsetzen',
  resumed: (day: string) => `Die Serie läuft wieder. Nächste Rechnung: ${day}.`,
  run: {
    label: 'Jetzt erstellen',
    title: 'Die nächste Rechnung jetzt erstellen?',
    asDraft: (day: string) =>
      `Die für den ${day} geplante Rechnung entsteht heute als Entwurf und trägt das heutige Datum.`,
    andSend: (day: string, client: string) =>
      `Die für den ${day} geplante Rechnung entsteht heute, trägt das heutige Datum und geht gleich an ${client}. Das lässt sich nicht rückgängig machen.`,
    done: 'Die Rechnung ist erstellt.',
  },
  made: 'Daraus erstellt',
  noneMade: 'Noch keine.',
  draft: 'Entwurf',
}

const en: SameKeys<typeof de> = {
  title: 'Recurring invoices',
  about: 'Templates of which an invoice is made in the morning of its day.',
  create: 'New recurring invoice',
  for: (client) => `Recurring invoice to ${client}`,
  client: 'Client',
  lines: 'Lines',
  rhythm: 'Rhythm',
  every: (every, interval) => (every === 1 ? each.en[interval] : `every ${every} ${intervals.en[interval]}`),
  status: 'Status',
  statuses: { active: 'Active', paused: 'Paused', ended: 'Ended' },
  next: 'Next invoice',
  noNext: 'none any more',
  net: 'Net',
  empty: {
    title: 'No recurring invoices yet',
    text: 'What a client pays regularly you write once; the invoices are made by themselves.',
  },
  none: (sought) => `No recurring invoice matches “${sought}”.`,
  form: {
    issueDate: 'First invoice on',
    until: 'No invoice after',
    untilHint: 'Empty: without an end.',
    more: 'Texts',
    changed: 'The recurring invoice has been changed elsewhere meanwhile.',
    delete: 'Delete recurring invoice',
    deleteSure: {
      title: 'Delete this recurring invoice?',
      text: 'No more invoices are made of it; those already made stay. This cannot be undone.',
      submit: 'Delete',
    },
    every: 'Repeated every',
    interval: 'Period',
    intervals: intervals.en,
    dueDays: 'Days until payment is due',
    dueDaysHint: 'Empty: the terms of the client.',
    mode: 'Each invoice',
    modeHint: 'What cannot be sent stays a draft.',
    modes: { draft: 'as a draft', send: 'sent at once' },
    placeholders: 'In all texts {period}, {month} and {year} stand for the period, month and year of the invoice.',
  },
  later: 'Once you choose a client, the next invoice appears here as they will receive it.',
  pause: 'Pause',
  paused: 'The series is paused: no invoices are made.',
  resume: 'Resume',
  resumed: (day) => `The series goes on. Next invoice: ${day}.`,
  run: {
    label: 'Make it now',
    title: 'Make the next invoice now?',
    asDraft: (day) => `The invoice planned for ${day} is made today as a draft and carries today's date.`,
    andSend: (day, client) =>
      `The invoice planned for ${day} is made today, carries today's date and goes to ${client} at once. This cannot be undone.`,
    done: 'The invoice is made.',
  },
  made: 'Made of it',
  noneMade: 'None yet.',
  draft: 'Draft',
}

export const messages = localized({ de, en })
