import { localized, type SameKeys } from '../i18n/locale.ts'

const de = {
  what: 'Ereignis',
  member: 'Mitglied',
  left: 'Ausgeschieden',
  device: 'Gerät',
  network: 'Netz',
  when: 'Zeitpunkt',
  from: 'Von',
  to: 'Bis',
  tokenNamed: (kind: string, token: string) => `${kind}: „${token}“`,
  byAdministrator: (kind: string) => `${kind} (durch die Administration)`,
  empty: { title: 'Noch keine Einträge', text: 'Anmeldungen, Fehlversuche und neue API-Tokens erscheinen hier.' },
  none: (sought: string) => `Kein Eintrag passt zu „${sought}“.`,
  kinds: {
    signed_in: 'Angemeldet',
    sign_in_failed: 'Falsches Passwort',
    code_failed: 'Falscher Code',
    locked_out: 'Nach Fehlversuchen gesperrt',
    session_ended: 'Sitzung beendet',
    token_created: 'API-Token erstellt',
    token_new_network: 'API-Token aus neuem Netz benutzt',
  } as Record<string, string>,
}

const en: SameKeys<typeof de> = {
  what: 'Event',
  member: 'Member',
  left: 'Has left',
  device: 'Device',
  network: 'Network',
  when: 'Time',
  from: 'From',
  to: 'To',
  tokenNamed: (kind, token) => `${kind}: “${token}”`,
  byAdministrator: (kind) => `${kind} (by an administrator)`,
  empty: { title: 'No entries yet', text: 'Sign-ins, failed attempts and new API tokens appear here.' },
  none: (sought) => `No entry matches “${sought}”.`,
  kinds: {
    signed_in: 'Signed in',
    sign_in_failed: 'Wrong password',
    code_failed: 'Wrong code',
    locked_out: 'Locked after failed attempts',
    session_ended: 'Session ended',
    token_created: 'API token created',
    token_new_network: 'API token used from a new network',
  },
}

export const messages = localized({ de, en })
