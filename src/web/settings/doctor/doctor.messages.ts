import { localized, type SameKeys } from '../../i18n/locale.ts'

const de = {
  well: 'Alles in Ordnung.',
  wellText: 'Alle Prüfungen sind bestanden.',
  notices: (count: number, written: string) =>
    count === 1 ? 'Alles funktioniert. Es gibt 1 Hinweis.' : `Alles funktioniert. Es gibt ${written} Hinweise.`,
  failed: (count: number, written: string) =>
    count === 1 ? '1 Prüfung ist fehlgeschlagen.' : `${written} Prüfungen sind fehlgeschlagen.`,
  checkedAt: (moment: string) => `Geprüft: ${moment}`,
  again: 'Noch einmal prüfen',
  states: { ok: 'In Ordnung', notice: 'Gut zu wissen', failed: 'Gestört' },
  list: 'Teile der Installation',
  found: 'Befund',
  todo: 'Was zu tun ist',
  shared: 'Mehrere Organisationen nutzen diese Installation. Details sieht nur der Betreiber.',
  command: 'Auf dem Server liefert dieser Befehl dasselbe Ergebnis:',
  commandText: 'Mit --archive prüft er auch alle archivierten Belege.',
}

const en: SameKeys<typeof de> = {
  well: 'Everything is working.',
  wellText: 'All checks passed.',
  notices: (count, written) =>
    count === 1 ? 'Everything is working. There is 1 notice.' : `Everything is working. There are ${written} notices.`,
  failed: (count, written) => (count === 1 ? '1 check failed.' : `${written} checks failed.`),
  checkedAt: (moment) => `Checked: ${moment}`,
  again: 'Check again',
  states: { ok: 'In order', notice: 'Good to know', failed: 'Failing' },
  list: 'Parts of the installation',
  found: 'Found',
  todo: 'What to do',
  shared: 'Several organizations share this installation. Only the operator can see details.',
  command: 'Run the same checks on the server:',
  commandText: 'Add --archive to check all archived documents too.',
}

export const messages = localized({ de, en })
