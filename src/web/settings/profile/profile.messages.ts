import { localized, type SameKeys } from '../../i18n/locale.ts'

const de = {
  you: 'So heißen Sie hier',
  name: 'Name',
  nameHint: 'So sehen Sie die anderen, und Gäste beim Buchen.',
  language: 'Sprache',
  languages: { none: 'Wie die Organisation', de: 'Deutsch', en: 'English' },
  languageHint: 'Für Kontor selbst und die Mails an Sie.',
  email: 'E-Mail-Adresse',
  current: (email: string) =>
    `Sie melden sich mit ${email} an. Die bisherige Adresse bekommt eine Mail über die Änderung.`,
  byOthers: (email: string) => `Sie melden sich mit ${email} an. Ändern kann das, wer die Organisation verwaltet.`,
  newEmail: 'Neue E-Mail-Adresse',
  password: 'Passwort',
  change: 'Adresse ändern',
  changed: 'Die Adresse ist geändert. Melden Sie sich ab jetzt damit an.',
}

const en: SameKeys<typeof de> = {
  you: 'What you are called here',
  name: 'Name',
  nameHint: 'As others see you, and guests who book.',
  language: 'Language',
  languages: { none: 'As the organization', de: 'Deutsch', en: 'English' },
  languageHint: 'Of Kontor itself, and of mails to you.',
  email: 'Email address',
  current: (email) => `You sign in with ${email}. The address until now is told of the change.`,
  byOthers: (email) => `You sign in with ${email}. Whoever runs the organization can change it.`,
  newEmail: 'New email address',
  password: 'Password',
  change: 'Change the address',
  changed: 'The address is changed. Sign in with it from now on.',
}

export const messages = localized({ de, en })
