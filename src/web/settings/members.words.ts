import { inLanguage, type Same } from '../words/words.ts'

const de = {
  invite: 'Einladen',
  name: 'Name',
  email: 'E-Mail',
  role: 'Rolle',
  roleOf: (name: string) => `Rolle von ${name}`,
  roles: {
    owner: 'Inhaber',
    admin: 'Verwaltung',
    accountant: 'Buchhaltung',
    auditor: 'Prüfung',
    member: 'Mitarbeit',
    viewer: 'Nur lesen',
  },
  you: 'Sie',
  inviteHint: 'Die Einladung kommt per Mail und gilt sieben Tage.',
  invited: (email: string) => `Die Einladung an ${email} ist unterwegs.`,
  changed: (name: string) => `Die Rolle von ${name} ist geändert.`,
  lostFactor:
    'Hat die Person ihr Gerät und die Wiederherstellungscodes verloren? Sie meldet sich dann mit dem Passwort allein an.',
  resetFactor: 'Zweiten Faktor zurücksetzen',
  factorReset: (name: string) => `${name} meldet sich jetzt ohne zweiten Faktor an.`,
  remove: 'Entfernen',
  removeNamed: (name: string) => `${name} entfernen`,
  removed: (name: string) => `${name} ist entfernt.`,
  sure: {
    title: (name: string) => `${name} entfernen?`,
    text: 'Zugang, Token und Sitzungen enden sofort. Was die Person geschrieben hat, bleibt.',
  },
}

const en: Same<typeof de> = {
  invite: 'Invite',
  name: 'Name',
  email: 'Email',
  role: 'Role',
  roleOf: (name) => `Role of ${name}`,
  roles: {
    owner: 'Owner',
    admin: 'Admin',
    accountant: 'Accountant',
    auditor: 'Auditor',
    member: 'Member',
    viewer: 'Viewer',
  },
  you: 'you',
  inviteHint: 'The invitation comes by mail and is good for seven days.',
  invited: (email) => `The invitation to ${email} is on its way.`,
  changed: (name) => `The role of ${name} is changed.`,
  lostFactor: 'Have they lost their device and the recovery codes? They then sign in with the password alone.',
  resetFactor: 'Reset the second factor',
  factorReset: (name) => `${name} now signs in without a second factor.`,
  remove: 'Remove',
  removeNamed: (name) => `Remove ${name}`,
  removed: (name) => `${name} is removed.`,
  sure: {
    title: (name) => `Remove ${name}?`,
    text: 'Access, tokens and sessions end at once. What the person has written stays.',
  },
}

export const said = inLanguage({ de, en })
