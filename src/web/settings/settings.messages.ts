import { localized, type SameKeys } from '../i18n/locale.ts'

const de = {
  title: 'Einstellungen',
  back: 'Alle Einstellungen',
  groups: {
    you: 'Sie',
    appointments: 'Termine',
    organization: 'Organisation',
    developers: 'Für Entwickler',
    record: 'Nachweis',
    installation: 'Installation',
  },
  pages: {
    profile: { title: 'Profil', about: 'Ihr Name, Ihre Sprache und die Adresse, mit der Sie sich anmelden.' },
    notices: { title: 'Hinweise', about: 'Worum sich jemand kümmern sollte.' },
    security: {
      title: 'Sicherheit',
      about: 'Passwort, zweiter Faktor, Passkeys und die Browser, in denen Sie angemeldet sind.',
    },
    organization: {
      title: 'Organisation',
      about: 'Wer Sie sind: So steht es auf Angeboten und Rechnungen.',
    },
    documents: {
      title: 'Dokumente',
      about: 'Logo, Farbe, Sprache und Konditionen. Die Vorschau zeigt, was Sie eingeben, bevor es gespeichert ist.',
    },
    numbering: {
      title: 'Nummernkreise',
      about: 'Wie Rechnungen, Rechnungskorrekturen, Angebote und Verträge gezählt werden.',
    },
    dunning: {
      title: 'Mahnwesen',
      about: 'Wann an überfällige Rechnungen erinnert wird, mit welchen Worten und welcher Gebühr.',
    },
    accounting: {
      title: 'Buchhaltung',
      about: 'Kontenrahmen, Konten und Nummern für DATEV.',
    },
    members: {
      title: 'Mitglieder',
      about: 'Wer hier arbeitet, und was sie dürfen.',
    },
    booking: { title: 'Terminarten', about: 'Wofür man Sie buchen kann, und unter welcher Adresse.' },
    hours: { title: 'Zeiten', about: 'Wann man Sie buchen kann.' },
    calendars: {
      title: 'Kalender',
      about: 'Verbinden Sie Ihren Kalender in beide Richtungen, oder abonnieren Sie den von Kontor.',
    },
    tokens: {
      title: 'API-Token',
      about: 'Mit einem Token greifen Programme in Ihrem Namen auf Kontor zu.',
    },
    webhooks: {
      title: 'Webhooks',
      about: 'Kontor meldet Ereignisse an Ihre Programme, sobald sie geschehen.',
    },
    export: {
      title: 'Export',
      about: 'Ihre Daten als Datei: für die Buchhaltung, die Prüfung oder den Umzug.',
    },
    doctor: {
      title: 'Zustand',
      about: 'Ob jeder Teil dieser Installation arbeitet, und was zu tun ist, wo nicht.',
    },
    'security-log': {
      title: 'Anmeldeprotokoll',
      about: 'Anmeldungen, Fehlversuche, beendete Sitzungen und API-Tokens der letzten 90 Tage.',
    },
    'audit-log': {
      title: 'Protokoll',
      about: 'Wer was an Geld, Rechten und Einstellungen geändert hat. Niemand kann es ändern.',
    },
  },
}

const en: SameKeys<typeof de> = {
  title: 'Settings',
  back: 'All settings',
  groups: {
    you: 'You',
    appointments: 'Appointments',
    organization: 'Organization',
    developers: 'For developers',
    record: 'Record',
    installation: 'Installation',
  },
  pages: {
    profile: { title: 'Profile', about: 'Your name, your language and the address that you sign in with.' },
    notices: { title: 'Notices', about: 'What somebody should see to.' },
    security: {
      title: 'Security',
      about: 'Password, second factor, passkeys, and the browsers that you are signed in with.',
    },
    organization: {
      title: 'Organization',
      about: 'Who you are, as it stands on quotes and invoices.',
    },
    documents: {
      title: 'Documents',
      about: 'Logo, colour, language and terms. The preview shows what you type before it is saved.',
    },
    numbering: {
      title: 'Numbering',
      about: 'How invoices, credit notes, quotes and contracts are counted.',
    },
    dunning: {
      title: 'Dunning',
      about: 'When reminders of overdue invoices are sent, how they are worded and what they cost.',
    },
    accounting: {
      title: 'Accounting',
      about: 'Chart of accounts, accounts and numbers for DATEV.',
    },
    members: {
      title: 'Members',
      about: 'Who works here, and what they may.',
    },
    booking: { title: 'Booking types', about: 'What you can be booked for, and at which address.' },
    hours: { title: 'Hours', about: 'When you can be booked.' },
    calendars: {
      title: 'Calendars',
      about: 'Connect your calendar, both ways, or subscribe to that of Kontor.',
    },
    tokens: {
      title: 'API tokens',
      about: 'With a token, programs use Kontor in your name.',
    },
    webhooks: {
      title: 'Webhooks',
      about: 'Kontor tells your programs of events as soon as they happen.',
    },
    export: {
      title: 'Export',
      about: 'Your data as a file: for bookkeeping, an audit or a move.',
    },
    doctor: {
      title: 'Health',
      about: 'Whether each part of this installation works, and what to do where it does not.',
    },
    'security-log': {
      title: 'Security log',
      about: 'Sign-ins, failed attempts, ended sessions and API tokens of the last 90 days.',
    },
    'audit-log': {
      title: 'Audit log',
      about: 'Who changed what about money, rights and settings. Nobody can change it.',
    },
  },
}

export const messages = localized({ de, en })

/** Title and description of each page, by path. */
export const { pages } = messages
