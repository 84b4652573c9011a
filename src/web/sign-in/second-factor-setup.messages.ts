import { localized, type SameKeys } from '../i18n/locale.ts'

const de = {
  title: 'Zweiten Faktor einrichten',
  text: (organization: string) =>
    `${organization} verlangt von allen Mitgliedern einen zweiten Faktor. Richten Sie eine Authenticator-App oder einen Passkey ein, dann geht es weiter.`,
}

const en: SameKeys<typeof de> = {
  title: 'Set up a second factor',
  text: (organization) =>
    `${organization} requires a second factor of all members. Set up an authenticator app or a passkey to continue.`,
}

export const messages = localized({ de, en })
