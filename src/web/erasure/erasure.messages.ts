import { localized, type SameKeys } from '../i18n/locale.ts'

const de = {
  show: 'Gespeicherte Daten',
  title: (name: string) => `Gespeicherte Daten: ${name}`,
  about:
    'Diese Daten sind zu der Person gespeichert, und das geschieht mit ihnen bei einer Löschung (Art. 15, 17 und 20 DSGVO). Was Sie nach dem Gesetz aufbewahren müssen, wird gesperrt und nach Ablauf der Frist automatisch gelöscht.',
  records: 'Datensätze',
  count: 'Anzahl',
  outcome: 'Löschung',
  outcomes: {
    erased: 'wird gelöscht',
    pseudonymised: 'wird anonymisiert',
    kept: 'bleibt gesperrt',
    blocking: 'zuerst abschließen',
    review: 'bitte durchsehen',
  },
  until: 'Aufbewahrung',
  blocked:
    'Löschen ist noch nicht möglich: Bitte schließen Sie zuerst Entwürfe, unbezahlte Rechnungen, laufende Verträge und künftige Termine ab.',
  export: 'Als ZIP herunterladen',
  exported: 'Der Download beginnt.',
  erase: 'Löschen',
  sure: (name: string) => `Daten von ${name} löschen?`,
  sureText:
    'Gelöscht wird, was die Übersicht zeigt. Das lässt sich nicht rückgängig machen. In Sicherungen und bei Empfängern bleiben die Daten, bis sie dort gelöscht werden.',
  erased: 'Die Daten wurden gelöscht.',
}

const en: SameKeys<typeof de> = {
  show: 'Stored data',
  title: (name) => `Stored data: ${name}`,
  about:
    'This data is stored about the person, and this is what an erasure does with it (Art. 15, 17 and 20 GDPR). Records that you must keep by law are locked, and erased automatically when the period ends.',
  records: 'Records',
  count: 'Count',
  outcome: 'Erasure',
  outcomes: {
    erased: 'is erased',
    pseudonymised: 'is anonymised',
    kept: 'stays locked',
    blocking: 'settle first',
    review: 'please review',
  },
  until: 'Retention',
  blocked: "Can't erase yet: settle drafts, unpaid invoices, contracts in force and upcoming appointments first.",
  export: 'Download as ZIP',
  exported: 'Your download is starting.',
  erase: 'Erase',
  sure: (name) => `Erase ${name}’s data?`,
  sureText:
    "This erases what the overview shows. It can't be undone. Backups and recipients keep the data until it is erased there.",
  erased: 'Data erased.',
}

export const messages = localized({ de, en })
