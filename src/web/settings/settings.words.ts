import { inLanguage, type Same } from '../words/words.ts'

const de = {
  title: 'Einstellungen',
  back: 'Alle Einstellungen',
  groups: { you: 'Sie', organization: 'Organisation', developers: 'Für Entwickler', record: 'Nachweis' },
  pages: {
    security: {
      title: 'Sicherheit',
      about: 'Ihr Passwort und die Browser, in denen Sie angemeldet sind.',
    },
    organization: {
      title: 'Organisation',
      about: 'Was auf Angeboten und Rechnungen steht.',
    },
    members: {
      title: 'Mitglieder',
      about: 'Wer hier arbeitet, und was sie dürfen.',
    },
    tokens: {
      title: 'API-Token',
      about: 'Mit einem Token greifen Programme in Ihrem Namen auf Kontor zu.',
    },
    'audit-log': {
      title: 'Protokoll',
      about: 'Wer was an Geld, Rechten und Einstellungen geändert hat. Niemand kann es ändern.',
    },
  },
}

const en: Same<typeof de> = {
  title: 'Settings',
  back: 'All settings',
  groups: { you: 'You', organization: 'Organization', developers: 'For developers', record: 'Record' },
  pages: {
    security: {
      title: 'Security',
      about: 'Your password, and the browsers that you are signed in with.',
    },
    organization: {
      title: 'Organization',
      about: 'What stands on quotes and invoices.',
    },
    members: {
      title: 'Members',
      about: 'Who works here, and what they may.',
    },
    tokens: {
      title: 'API tokens',
      about: 'With a token, programs use Kontor in your name.',
    },
    'audit-log': {
      title: 'Audit log',
      about: 'Who changed what about money, rights and settings. Nobody can change it.',
    },
  },
}

export const said = inLanguage({ de, en })

/** The name of each page and what it is about, by its path. */
export const { pages } = said
