import { localized, type SameKeys } from '../i18n/locale.ts'

const de = {
  create: 'Neues Token',
  submit: 'Erstellen',
  name: 'Name',
  nameHint: 'Wofür es ist, zum Beispiel „Buchhaltung“.',
  scope: 'Rechte',
  scopes: { full: 'Lesen und schreiben', read: 'Nur lesen' },
  scopeHints: { full: 'Alles, was Ihre Rolle darf.', read: 'Keine Änderungen möglich.' },
  expires: 'Gültig',
  lifetimes: { none: 'Ohne Ablauf', '30': '30 Tage', '90': '90 Tage', '365': 'Ein Jahr' },
  expiry: (day: string) => `bis ${day}`,
  expired: 'Abgelaufen',
  forever: 'unbegrenzt',
  token: 'Token',
  lastUsed: 'Zuletzt benutzt',
  neverUsed: 'noch nie',
  revoke: 'Widerrufen',
  revokeNamed: (name: string) => `„${name}“ widerrufen`,
  revoked: (name: string) => `„${name}“ wurde widerrufen.`,
  sure: {
    title: (name: string) => `„${name}“ widerrufen?`,
    text: 'Programme mit diesem Token werden ab sofort abgewiesen. Das lässt sich nicht rückgängig machen.',
  },
  revokeAll: 'Alle widerrufen',
  allRevoked: 'Alle Token wurden widerrufen.',
  sureOfAll: {
    title: 'Alle Ihre Token widerrufen?',
    text: 'Alle Programme, die in Ihrem Namen arbeiten, werden ab sofort abgewiesen. Das lässt sich nicht rückgängig machen.',
  },
  made: {
    title: 'Ihr neues Token',
    text: 'Kopieren Sie das Token jetzt. Es wird nicht erneut angezeigt.',
    done: 'Fertig',
  },
  empty: {
    title: 'Noch kein Token',
    text: 'Erstellen Sie für jedes Programm ein eigenes Token, um es einzeln widerrufen zu können.',
  },
}

const en: SameKeys<typeof de> = {
  create: 'New token',
  submit: 'Create',
  name: 'Name',
  nameHint: 'What it is for, such as “Bookkeeping”.',
  scope: 'Permissions',
  scopes: { full: 'Read and write', read: 'Read only' },
  scopeHints: { full: 'Everything your role allows.', read: "Can't change anything." },
  expires: 'Expires',
  lifetimes: { none: 'No expiration', '30': '30 days', '90': '90 days', '365': 'One year' },
  expiry: (day) => `on ${day}`,
  expired: 'Expired',
  forever: 'never',
  token: 'Token',
  lastUsed: 'Last used',
  neverUsed: 'never',
  revoke: 'Revoke',
  revokeNamed: (name) => `Revoke “${name}”`,
  revoked: (name) => `“${name}” revoked.`,
  sure: {
    title: (name) => `Revoke “${name}”?`,
    text: "Programs using this token lose access immediately. This can't be undone.",
  },
  revokeAll: 'Revoke all',
  allRevoked: 'All tokens revoked.',
  sureOfAll: {
    title: 'Revoke all your tokens?',
    text: "All programs acting on your behalf lose access immediately. This can't be undone.",
  },
  made: {
    title: 'Your new token',
    text: "Copy it now. You won't be able to see it again.",
    done: 'Done',
  },
  empty: { title: 'No token yet', text: 'Create one for each program, so you can revoke them separately.' },
}

export const messages = localized({ de, en })
