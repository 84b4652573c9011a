import { localized, type SameKeys } from '../i18n/locale.ts'

const de = {
  title: 'Whiteboards',
  name: 'Titel',
  changed: 'Geändert',
  create: 'Neues Whiteboard',
  createHint: 'Neues Whiteboard, dann Enter',
  empty: { title: 'Noch kein Whiteboard', text: 'Hier wird gemeinsam gezeichnet: ein Titel, dann Enter.' },
  emptyToRead: 'Wer am Projekt arbeitet, legt hier Zeichnungen an.',
  rename: 'Umbenennen',
  renaming: (title: string) => `„${title}“ umbenennen`,
  delete: 'Whiteboard löschen',
  sure: {
    title: (title: string) => `„${title}“ löschen?`,
    text: 'Das lässt sich nicht rückgängig machen.',
    label: 'Löschen',
  },
  menu: 'Menü der Zeichenfläche',
  saved: 'Gespeichert.',
  saving: 'Wird gespeichert …',
}

const en: SameKeys<typeof de> = {
  title: 'Whiteboards',
  name: 'Title',
  changed: 'Changed',
  create: 'New whiteboard',
  createHint: 'New whiteboard, then Enter',
  empty: { title: 'No whiteboard yet', text: 'A place to draw together: a title, then Enter.' },
  emptyToRead: 'Whoever works on the project puts drawings here.',
  rename: 'Rename',
  renaming: (title) => `Rename “${title}”`,
  delete: 'Delete whiteboard',
  sure: { title: (title) => `Delete “${title}”?`, text: 'This cannot be undone.', label: 'Delete' },
  menu: 'Menu of the drawing',
  saved: 'Saved.',
  saving: 'Saving …',
}

export const messages = localized({ de, en })
