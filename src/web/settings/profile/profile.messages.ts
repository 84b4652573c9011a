import { localized, type SameKeys } from '../../i18n/locale.ts'

const de = {
  you: 'Ihre Angaben',
  name: 'Name',
  nameHint: 'Sichtbar für andere Mitglieder und für Gäste.',
  language: 'Sprache',
  languages: { none: 'Wie die Organisation', de: 'Deutsch', en: 'English' },
  languageHint: 'Für die Oberfläche und E-Mails an Sie.',
  email: 'E-Mail-Adresse',
  current: (email: string) =>
    `Sie melden sich mit ${email} an. Die bisherige Adresse wird über eine Änderung benachrichtigt.`,
  byOthers: (email: string) => `Sie melden sich mit ${email} an. Die Administration kann die Adresse ändern.`,
  newEmail: 'Neue E-Mail-Adresse',
  password: 'Passwort',
  change: 'Adresse ändern',
  changed: 'Die Adresse wurde geändert. Melden Sie sich ab jetzt mit der neuen Adresse an.',
}

const en: SameKeys<typeof de> = {
  you: 'Your details',
  name: 'Name',
  nameHint: 'Visible to other members and guests.',
  language: 'Language',
  languages: { none: 'Same as organization', de: 'Deutsch', en: 'English' },
  languageHint: 'For the app and emails to you.',
  email: 'Email address',
  current: (email) => `You sign in with ${email}. The previous address will be notified of the change.`,
  byOthers: (email) => `You sign in with ${email}. An administrator can change it.`,
  newEmail: 'New email address',
  password: 'Password',
  change: 'Change address',
  changed: 'Address changed. Use it to sign in from now on.',
}

export const messages = localized({ de, en })
