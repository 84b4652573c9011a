import { localized, type SameKeys } from '../../i18n/locale.ts'

const de = {
  none: 'Zurzeit ist nichts offen.',
  since: 'Offen seit',
  open: 'Öffnen',
  mail: 'Dasselbe steht in einer E-Mail, die höchstens einmal am Tag kommt: wenn ein Hinweis neu ist, oder wenn nach einer Woche noch einer offen ist.',
}

const en: SameKeys<typeof de> = {
  none: 'Nothing is open at the moment.',
  since: 'Open since',
  open: 'Open',
  mail: 'An email says the same, once a day at most: if a notice is new, or if one is still open after a week.',
}

export const messages = localized({ de, en })
