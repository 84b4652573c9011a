import { inLanguage, type Same } from '../words/words.ts'

const de = {
  sessions: {
    title: 'Sitzungen',
    device: 'Gerät',
    address: 'Adresse',
    seen: 'Zuletzt benutzt',
    here: 'dieser Browser',
    end: 'Beenden',
    endNamed: (device: string) => `Sitzung „${device}“ beenden`,
    endOthers: 'Alle anderen beenden',
    ended: 'Die Sitzung ist beendet.',
  },
  password: {
    title: 'Passwort ändern',
    current: 'Bisheriges Passwort',
    next: 'Neues Passwort',
    submit: 'Passwort ändern',
    done: 'Ihr Passwort ist geändert; alle anderen Sitzungen sind beendet.',
  },
}

const en: Same<typeof de> = {
  sessions: {
    title: 'Sessions',
    device: 'Device',
    address: 'Address',
    seen: 'Last used',
    here: 'this browser',
    end: 'End',
    endNamed: (device) => `End the session “${device}”`,
    endOthers: 'End all others',
    ended: 'The session has ended.',
  },
  password: {
    title: 'Change password',
    current: 'Current password',
    next: 'New password',
    submit: 'Change password',
    done: 'Your password is changed; all other sessions have ended.',
  },
}

export const said = inLanguage({ de, en })
