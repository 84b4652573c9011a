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
  about: 'Vorlagen, aus denen zum geplanten Termin automatisch Rechnungen erstellt werden.',
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
    text: 'Legen Sie regelmäßige Rechnungen einmal an. Kontor erstellt sie automatisch.',
  },
  none: (sought: string) => `Keine Serienrechnung passt zu „${sought}“.`,
  form: {
    issueDate: 'Erste Rechnung am',
    until: 'Keine Rechnung nach dem',
    untilHint: 'Leer lassen, wenn die Serie nicht endet.',
    more: 'Texte',
    changed: 'Die Serienrechnung wurde inzwischen an anderer Stelle geändert.',
    delete: 'Serienrechnung löschen',
    deleteSure: {
      title: 'Diese Serienrechnung löschen?',
      text: 'Es werden keine weiteren Rechnungen erstellt. Bereits erstellte Rechnungen bleiben erhalten. Das lässt sich nicht rückgängig machen.',
      submit: 'Löschen',
    },
    every: 'Wiederholung alle',
    interval: 'Zeitraum',
    intervals: intervals.de,
    dueDays: 'Zahlungsziel in Tagen',
    dueDaysHint: 'Leer lassen für das Zahlungsziel des Kunden.',
    mode: 'Jede Rechnung',
    modeHint: 'Kann eine Rechnung nicht gesendet werden, bleibt sie ein Entwurf.',
    modes: { draft: 'als Entwurf', send: 'gleich senden' },
    placeholders: 'In allen Texten stehen {period}, {month} und {year} für Zeitraum, Monat und Jahr der Rechnung.',
  },
  later: 'Wählen Sie einen Kunden, um die Vorschau zu sehen.',
  pause: 'Pausieren',
  paused: 'Die Serie ist pausiert. Es werden keine Rechnungen erstellt.',
  resume: 'Fortsetzen',
  resumed: (day: string) => `Die Serie läuft wieder. Nächste Rechnung: ${day}.`,
  run: {
    label: 'Jetzt erstellen',
    title: 'Die nächste Rechnung jetzt erstellen?',
    asDraft: (day: string) => `Die für den ${day} geplante Rechnung wird als Entwurf mit heutigem Datum erstellt.`,
    andSend: (day: string, client: string) =>
      `Die für den ${day} geplante Rechnung wird mit heutigem Datum erstellt und an ${client} gesendet. Das lässt sich nicht rückgängig machen.`,
    done: 'Die Rechnung wurde erstellt.',
  },
  made: 'Erstellte Rechnungen',
  noneMade: 'Noch keine.',
  draft: 'Entwurf',
}

const en: SameKeys<typeof de> = {
  title: 'Recurring invoices',
  about: 'Templates that create invoices automatically on schedule.',
  create: 'New recurring invoice',
  for: (client) => `Recurring invoice to ${client}`,
  client: 'Client',
  lines: 'Lines',
  rhythm: 'Rhythm',
  every: (every, interval) => (every === 1 ? each.en[interval] : `every ${every} ${intervals.en[interval]}`),
  status: 'Status',
  statuses: { active: 'Active', paused: 'Paused', ended: 'Ended' },
  next: 'Next invoice',
  noNext: 'none',
  net: 'Net',
  empty: {
    title: 'No recurring invoices yet',
    text: 'Set up a regular invoice once. Kontor creates the invoices for you.',
  },
  none: (sought) => `No recurring invoice matches “${sought}”.`,
  form: {
    issueDate: 'First invoice on',
    until: 'No invoice after',
    untilHint: 'Leave empty if there is no end date.',
    more: 'Texts',
    changed: 'This recurring invoice was changed somewhere else.',
    delete: 'Delete recurring invoice',
    deleteSure: {
      title: 'Delete this recurring invoice?',
      text: "No more invoices will be created. Existing invoices are kept. This can't be undone.",
      submit: 'Delete',
    },
    every: 'Repeat every',
    interval: 'Period',
    intervals: intervals.en,
    dueDays: 'Payment terms in days',
    dueDaysHint: "Leave empty to use the client's payment terms.",
    mode: 'Each invoice',
    modeHint: "Invoices that can't be sent stay drafts.",
    modes: { draft: 'create as draft', send: 'send immediately' },
    placeholders: 'In all texts {period}, {month} and {year} stand for the period, month and year of the invoice.',
  },
  later: 'Choose a client to see a preview.',
  pause: 'Pause',
  paused: 'Paused. No invoices will be created.',
  resume: 'Resume',
  resumed: (day) => `Resumed. Next invoice: ${day}.`,
  run: {
    label: 'Create now',
    title: 'Create the next invoice now?',
    asDraft: (day) => `The invoice planned for ${day} is created as a draft with today's date.`,
    andSend: (day, client) =>
      `The invoice planned for ${day} is created with today's date and sent to ${client}. This can't be undone.`,
    done: 'Invoice created.',
  },
  made: 'Created invoices',
  noneMade: 'None yet.',
  draft: 'Draft',
}

export const messages = localized({ de, en })
