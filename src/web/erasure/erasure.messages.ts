import { inLanguage, type Same } from '../words/words.ts'

const de = {
  show: 'Gespeicherte Daten',
  title: (name: string) => `Gespeicherte Daten: ${name}`,
  about:
    'Was zu dieser Person gespeichert ist, und was eine Löschung damit macht (Art. 15, 17 und 20 DSGVO). Was das Gesetz aufbewahrt, wird gesperrt und nach der Frist von selbst gelöscht.',
  records: 'Datensätze',
  count: 'Anzahl',
  outcome: 'Löschung',
  outcomes: {
    erased: 'wird gelöscht',
    pseudonymised: 'bleibt ohne die Person',
    kept: 'bleibt gesperrt',
    blocking: 'zuerst abschließen',
    review: 'bitte durchsehen',
  },
  until: 'Aufbewahrt bis',
  law: 'Grundlage',
  blocked:
    'Löschen geht noch nicht: Entwürfe, unbezahlte Rechnungen, laufende Verträge und künftige Termine sind vorher abzuschließen.',
  export: 'Als ZIP herunterladen',
  exported: 'Der Export beginnt: Ihr Browser lädt ihn herunter.',
  erase: 'Löschen',
  sure: (name: string) => `Daten von ${name} löschen?`,
  sureText:
    'Gelöscht wird, was die Übersicht zeigt. Das lässt sich nicht rückgängig machen; Sicherungen und Kopien bei Empfängern bleiben bis zu ihrer Löschung.',
  erased: 'Die Daten sind gelöscht.',
}

const en: Same<typeof de> = {
  show: 'Stored data',
  title: (name) => `Stored data: ${name}`,
  about:
    'What is stored about this person, and what an erasure does with it (Art. 15, 17 and 20 GDPR). Records that the law keeps are locked, and erased automatically when the period is over.',
  records: 'Records',
  count: 'Count',
  outcome: 'Erasure',
  outcomes: {
    erased: 'is erased',
    pseudonymised: 'stays without the person',
    kept: 'stays locked',
    blocking: 'settle first',
    review: 'please review',
  },
  until: 'Kept until',
  law: 'Basis',
  blocked:
    'Can’t erase yet: drafts, unpaid invoices, contracts in force and appointments to come have to be settled first.',
  export: 'Download as ZIP',
  exported: 'The export begins: your browser downloads it.',
  erase: 'Erase',
  sure: (name) => `Erase the data of ${name}?`,
  sureText:
    'This erases what the overview shows. It can’t be undone; backups and copies of recipients stay until they are erased.',
  erased: 'The data is erased.',
}

export const messages = inLanguage({ de, en })
