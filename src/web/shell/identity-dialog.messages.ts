import { localized, type SameKeys } from '../i18n/locale.ts'

const de = {
  title: 'Bitte bestätigen Sie Ihre Identität',
  text: 'Ihre Anmeldung liegt länger als zehn Minuten zurück. Für diese Änderung brauchen wir eine neue Bestätigung.',
  password: 'Passwort',
  code: 'Code',
  codeHint: 'Aus Ihrer Authenticator-App, oder ein Wiederherstellungscode.',
  submit: 'Bestätigen',
  passkey: 'Mit Passkey bestätigen',
}

const en: SameKeys<typeof de> = {
  title: 'Confirm your identity',
  text: 'You signed in more than ten minutes ago. This change needs a new confirmation.',
  password: 'Password',
  code: 'Code',
  codeHint: 'From your authenticator app, or a recovery code.',
  submit: 'Confirm',
  passkey: 'Confirm with a passkey',
}

export const messages = localized({ de, en })
