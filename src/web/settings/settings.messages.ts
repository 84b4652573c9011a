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
    notices: { title: 'Hinweise', about: 'Offene Punkte, die Ihre Aufmerksamkeit erfordern.' },
    security: {
      title: 'Sicherheit',
      about: 'Passwort, zweiter Faktor, Passkeys und die Browser, in denen Sie angemeldet sind.',
    },
    organization: {
      title: 'Organisation',
      about: 'Ihre Angaben auf Angeboten, Rechnungen und anderen Dokumenten.',
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
      about: 'Mahnstufen, Texte und Gebühren für überfällige Rechnungen.',
    },
    accounting: {
      title: 'Buchhaltung',
      about: 'Kontenrahmen, Konten und Nummern für DATEV.',
    },
    members: {
      title: 'Mitglieder',
      about: 'Mitglieder der Organisation und ihre Rollen.',
    },
    booking: { title: 'Terminarten', about: 'Was Gäste bei Ihnen buchen können und unter welcher Adresse.' },
    hours: { title: 'Zeiten', about: 'Wann Gäste bei Ihnen buchen können.' },
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
      about: 'Zustand der Installation und Hinweise zur Behebung von Fehlern.',
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
    profile: { title: 'Profile', about: 'Your name, language and sign-in address.' },
    notices: { title: 'Notices', about: 'Open issues that need attention.' },
    security: {
      title: 'Security',
      about: 'Password, second factor, passkeys and active sessions.',
    },
    organization: {
      title: 'Organization',
      about: 'Your details on quotes, invoices and other documents.',
    },
    documents: {
      title: 'Documents',
      about: 'Logo, colour, language and terms. The preview shows what you type before it is saved.',
    },
    numbering: {
      title: 'Numbering',
      about: 'How invoices, credit notes, quotes and contracts are numbered.',
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
      about: 'Members of your organization and their roles.',
    },
    booking: { title: 'Booking types', about: 'What guests can book with you, and at which address.' },
    hours: { title: 'Hours', about: 'When guests can book with you.' },
    calendars: {
      title: 'Calendars',
      about: 'Connect your calendar, or subscribe to your Kontor calendar.',
    },
    tokens: {
      title: 'API tokens',
      about: 'Let programs access Kontor on your behalf.',
    },
    webhooks: {
      title: 'Webhooks',
      about: 'Notify your programs of events as they happen.',
    },
    export: {
      title: 'Export',
      about: 'Your data as a file: for bookkeeping, an audit or a move.',
    },
    doctor: {
      title: 'Health',
      about: 'The health of this installation, and how to fix problems.',
    },
    'security-log': {
      title: 'Security log',
      about: 'Sign-ins, failed attempts, ended sessions and API tokens of the last 90 days.',
    },
    'audit-log': {
      title: 'Audit log',
      about: "Changes to money, permissions and settings. Entries can't be edited.",
    },
  },
}

export const messages = localized({ de, en })

/** Title and description of each page, by path. */
export const { pages } = messages
