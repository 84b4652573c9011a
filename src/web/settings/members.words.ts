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
  sessions: 'Sitzungen ansehen',
  sessionsOf: (name: string) => `Sitzungen von ${name}`,
  factor: {
    title: 'Zweiter Faktor',
    isRequired: 'Für alle Pflicht',
    isOptional: 'Freiwillig',
    about:
      'Mitglieder ohne Authenticator-App und ohne Passkey richten bei der nächsten Anmeldung zuerst eines davon ein.',
    require: 'Für alle verlangen',
    makeOptional: 'Nicht mehr verlangen',
    madeRequired: 'Alle Mitglieder brauchen jetzt einen zweiten Faktor.',
    madeOptional: 'Der zweite Faktor ist wieder freiwillig.',
  },
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
  sessions: 'View sessions',
  sessionsOf: (name) => `Sessions of ${name}`,
  factor: {
    title: 'Second factor',
    isRequired: 'Required for everyone',
    isOptional: 'Optional',
    about: 'Members without an authenticator app or a passkey set one up before anything else at their next sign-in.',
    require: 'Require for everyone',
    makeOptional: 'Make optional',
    madeRequired: 'Every member needs a second factor now.',
    madeOptional: 'The second factor is optional again.',
  },
  remove: 'Remove',
  removeNamed: (name) => `Remove ${name}`,
  removed: (name) => `${name} is removed.`,
  sure: {
    title: (name) => `Remove ${name}?`,
    text: 'Access, tokens and sessions end at once. What the person has written stays.',
  },
}

export const said = inLanguage({ de, en })
