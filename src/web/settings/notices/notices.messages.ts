import { localized, type SameKeys } from '../../i18n/locale.ts'

const de = {
  none: 'Keine offenen Hinweise.',
  since: 'Offen seit',
  open: 'Öffnen',
  mail: 'Sie erhalten höchstens einmal täglich eine E-Mail: bei neuen Hinweisen und wenn Hinweise nach einer Woche noch offen sind.',
}

const en: SameKeys<typeof de> = {
  none: 'No open notices.',
  since: 'Open since',
  open: 'Open',
  mail: 'You get an email at most once a day: for new notices, and for notices still open after a week.',
}

export const messages = localized({ de, en })
