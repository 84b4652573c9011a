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
  inviteHint: 'Die Einladung kommt per E-Mail und gilt sieben Tage.',
  invited: (email: string) => `Die Einladung an ${email} ist unterwegs.`,
  changed: (name: string) => `Die Rolle von ${name} ist geändert.`,
  resetFactor: 'Zweiten Faktor zurücksetzen',
  sureOfReset: {
    title: (name: string) => `Zweiten Faktor von ${name} zurücksetzen?`,
    text: 'Für jemanden, der sein Gerät und die Wiederherstellungscodes verloren hat: Codes und Passkeys gelten nicht mehr, das Passwort allein genügt. Die Person bekommt eine Mail darüber.',
  },
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
  resetFactor: 'Reset the second factor',
  sureOfReset: {
    title: (name) => `Reset the second factor of ${name}?`,
    text: 'For somebody who has lost their device and the recovery codes: codes and passkeys are worth nothing any more, and the password alone is enough. They are told by email.',
  },
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
