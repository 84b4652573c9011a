import { inLanguage, type Same } from '../words/words.ts'

const de = {
  title: 'Zweiten Faktor einrichten',
  text: (organization: string) =>
    `${organization} verlangt von allen Mitgliedern einen zweiten Faktor. Richten Sie eine Authenticator-App oder einen Passkey ein, dann geht es weiter.`,
}

const en: Same<typeof de> = {
  title: 'Set up a second factor',
  text: (organization) =>
    `${organization} requires a second factor of all members. Set up an authenticator app or a passkey to continue.`,
}

export const messages = inLanguage({ de, en })
