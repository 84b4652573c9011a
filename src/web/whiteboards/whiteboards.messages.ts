import { localized, type SameKeys } from '../i18n/locale.ts'

const de = {
  title: 'Whiteboards',
  name: 'Titel',
  changed: 'Geändert',
  create: 'Neues Whiteboard',
  createHint: 'Neues Whiteboard, dann Enter',
  empty: { title: 'Noch kein Whiteboard', text: 'Legen Sie ein Whiteboard an, um gemeinsam zu zeichnen.' },
  emptyToRead: 'Projektmitglieder können hier Whiteboards anlegen.',
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
  empty: { title: 'No whiteboards yet', text: 'Create a whiteboard to draw together.' },
  emptyToRead: 'Project members can create whiteboards here.',
  rename: 'Rename',
  renaming: (title) => `Rename “${title}”`,
  delete: 'Delete whiteboard',
  sure: { title: (title) => `Delete “${title}”?`, text: "This can't be undone.", label: 'Delete' },
  menu: 'Canvas menu',
  saved: 'Saved.',
  saving: 'Saving …',
}

export const messages = localized({ de, en })
