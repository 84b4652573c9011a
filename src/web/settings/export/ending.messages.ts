import { localized, type SameKeys } from '../../i18n/locale.ts'

const de = {
  title: 'Organisation beenden',
  text: 'Nach 30 Tagen werden alle Daten gelöscht, für die keine gesetzliche Aufbewahrungspflicht gilt. Bis dahin funktioniert alles weiter, und jeder Inhaber kann das Ende zurücknehmen. Alle Inhaber erhalten sofort und drei Tage vorher eine E-Mail.',
  parts: [
    'Gelöscht werden Aufgaben, Seiten, Whiteboards, Kommentare, Kalender, Buchungen und alle Dateien, auch hochgeladene Eingangsrechnungen: Bitte laden Sie vorher alles herunter.',
    'Öffentliche Links, Buchungsseiten, Links zum Unterschreiben, Webhooks und API-Token öffnen nichts mehr. Wiederkehrende Rechnungen und Mahnungen hören auf.',
    'Aufbewahrtes können nur noch Inhaber lesen, und niemand kann es ändern.',
    'In Sicherungen des Betreibers bleiben die Daten, bis deren Aufbewahrung endet.',
  ] as readonly string[],
  kept: 'Das bleibt',
  records: 'Datensätze',
  until: 'Bis',
  law: 'Gesetz',
  nothingKept: 'Davon muss nichts aufbewahrt werden: Die Organisation wird vollständig gelöscht.',
  name: 'Name der Organisation',
  hint: (name: string) => `Zur Bestätigung: ${name}`,
  submit: 'Organisation beenden',
  withdraw: 'Ende zurücknehmen',
  ends: (day: string) => `Diese Organisation endet am ${day}.`,
  ended: (day: string) => `Diese Organisation wurde am ${day} beendet: Aufbewahrtes lässt sich nur noch lesen.`,
  more: 'Einzelheiten',
}

const en: SameKeys<typeof de> = {
  title: 'End the organization',
  text: 'After 30 days, everything that no law requires to be kept is erased. Everything keeps working until then, and any owner can withdraw this. All owners get an email at once, and another one three days before.',
  parts: [
    'Tasks, pages, whiteboards, comments, calendars, bookings and all files are erased, including bills that you have uploaded: please download everything first.',
    'Public links, booking pages, signing links, webhooks and API tokens stop working. Recurring invoices and reminders stop.',
    'Only owners can read what is kept, and nobody can change it.',
    "The data stays in the operator's backups until their retention ends.",
  ],
  kept: 'What stays',
  records: 'Records',
  until: 'Until',
  law: 'Law',
  nothingKept: 'None of it has to be kept: the organization is deleted completely.',
  name: 'Name of the organization',
  hint: (name: string) => `To confirm: ${name}`,
  submit: 'End organization',
  withdraw: 'Keep the organization',
  ends: (day: string) => `This organization ends on ${day}.`,
  ended: (day: string) => `This organization ended on ${day}: what is kept can only be read.`,
  more: 'Details',
}

export const messages = localized({ de, en })
