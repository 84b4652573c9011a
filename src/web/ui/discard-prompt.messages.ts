import { localized, type SameKeys } from '../i18n/locale.ts'

const de = {
  title: 'Nicht gespeichert',
  text: 'Was Sie eingegeben haben, ist noch nicht gespeichert. Wenn Sie jetzt gehen, ist es verloren.',
  leave: 'Verlassen, ohne zu speichern',
  stay: 'Hier bleiben',
}

const en: SameKeys<typeof de> = {
  title: 'Not saved',
  text: 'What you have typed is not saved yet. If you leave now, it is lost.',
  leave: 'Leave without saving',
  stay: 'Stay here',
}

export const messages = localized({ de, en })
