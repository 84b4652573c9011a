import { localized, type SameKeys } from '../../i18n/locale.ts'

const de = {
  well: 'Alles in Ordnung.',
  wellText: 'Jeder Teil arbeitet.',
  notices: (count: number, written: string) =>
    count === 1 ? 'Alles arbeitet; eines sollten Sie wissen.' : `Alles arbeitet; ${written} Dinge sollten Sie wissen.`,
  failed: (count: number, written: string) =>
    count === 1 ? 'Ein Teil braucht Ihre Aufmerksamkeit.' : `${written} Teile brauchen Ihre Aufmerksamkeit.`,
  checkedAt: (moment: string) => `Geprüft: ${moment}`,
  again: 'Noch einmal prüfen',
  states: { ok: 'In Ordnung', notice: 'Gut zu wissen', failed: 'Gestört' },
  list: 'Teile der Installation',
  found: 'Befund',
  todo: 'Was zu tun ist',
  shared:
    'Diese Installation gehört mehreren Organisationen. Sie sehen, ob jeder Teil arbeitet; Einzelheiten sieht, wer Kontor betreibt.',
  command: 'Dasselbe sagt auf dem Server der Befehl',
  commandText: 'Mit --archive liest er auch jeden archivierten Beleg.',
}

const en: SameKeys<typeof de> = {
  well: 'Everything is in order.',
  wellText: 'Each part works.',
  notices: (count, written) =>
    count === 1
      ? 'Everything works; there is one thing to know.'
      : `Everything works; there are ${written} things to know.`,
  failed: (count, written) => (count === 1 ? 'One part needs attention.' : `${written} parts need attention.`),
  checkedAt: (moment) => `Checked: ${moment}`,
  again: 'Check again',
  states: { ok: 'In order', notice: 'Good to know', failed: 'Failing' },
  list: 'Parts of the installation',
  found: 'Found',
  todo: 'What to do',
  shared:
    'Several organizations share this installation. You see whether each part works; whoever runs Kontor sees the details.',
  command: 'On the server this command says the same',
  commandText: 'With --archive it reads every archived document too.',
}

export const messages = localized({ de, en })
