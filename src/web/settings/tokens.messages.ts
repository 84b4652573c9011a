import { localized, type SameKeys } from '../i18n/locale.ts'

const de = {
  create: 'Neues Token',
  submit: 'Erstellen',
  name: 'Name',
  nameHint: 'Wofür es ist, zum Beispiel „Buchhaltung“.',
  scope: 'Rechte',
  scopes: { full: 'Lesen und schreiben', read: 'Nur lesen' },
  scopeHints: { full: 'Alles, was Ihre Rolle darf.', read: 'Ändert nichts.' },
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
  revoked: (name: string) => `„${name}“ ist widerrufen.`,
  sure: {
    title: (name: string) => `„${name}“ widerrufen?`,
    text: 'Programme mit diesem Token werden ab sofort abgewiesen. Das lässt sich nicht rückgängig machen.',
  },
  revokeAll: 'Alle widerrufen',
  allRevoked: 'Alle Token sind widerrufen.',
  sureOfAll: {
    title: 'Alle Ihre Token widerrufen?',
    text: 'Alle Programme, die in Ihrem Namen arbeiten, werden ab sofort abgewiesen. Das lässt sich nicht rückgängig machen.',
  },
  made: {
    title: 'Ihr neues Token',
    text: 'Kopieren Sie es jetzt: Es wird nur dieses eine Mal gezeigt.',
    done: 'Fertig',
  },
  empty: {
    title: 'Noch kein Token',
    text: 'Erstellen Sie eines für jedes Programm, dann lässt sich jedes einzeln widerrufen.',
  },
}

const en: SameKeys<typeof de> = {
  create: 'New token',
  submit: 'Create',
  name: 'Name',
  nameHint: 'What it is for, such as “Bookkeeping”.',
  scope: 'Rights',
  scopes: { full: 'Read and write', read: 'Read only' },
  scopeHints: { full: 'Everything your role allows.', read: 'Changes nothing.' },
  expires: 'Valid',
  lifetimes: { none: 'Without end', '30': '30 days', '90': '90 days', '365': 'One year' },
  expiry: (day) => `until ${day}`,
  expired: 'Expired',
  forever: 'without end',
  token: 'Token',
  lastUsed: 'Last used',
  neverUsed: 'never yet',
  revoke: 'Revoke',
  revokeNamed: (name) => `Revoke “${name}”`,
  revoked: (name) => `“${name}” is revoked.`,
  sure: {
    title: (name) => `Revoke “${name}”?`,
    text: 'Programs with this token are refused from now on. This cannot be undone.',
  },
  revokeAll: 'Revoke all',
  allRevoked: 'All tokens are revoked.',
  sureOfAll: {
    title: 'Revoke all of your tokens?',
    text: 'All programs that work in your name are refused from now on. This cannot be undone.',
  },
  made: {
    title: 'Your new token',
    text: 'Copy it now: it is shown this once only.',
    done: 'Done',
  },
  empty: { title: 'No token yet', text: 'Create one for each program, so that each can be revoked alone.' },
}

export const messages = localized({ de, en })
