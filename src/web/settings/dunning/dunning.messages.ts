import { localized, type SameKeys } from '../../i18n/locale.ts'

const de = {
  automatic: 'Von selbst mahnen',
  automaticHint:
    'Jeden Morgen gehen die Mahnungen hinaus, deren Tage vergangen sind. Sonst mahnen Sie jede Rechnung von Hand.',
  levels: ['Zahlungserinnerung', '1. Mahnung', '2. Mahnung', 'Letzte Mahnung'] as readonly string[],
  use: 'Diese Stufe verwenden',
  days: 'Tage',
  daysAfterDue: 'Nach dem Fälligkeitstag.',
  daysAfterLast: 'Nach der Stufe davor; ohne sie nach dem Fälligkeitstag.',
  fee: 'Gebühr in Euro',
  feeHint: 'Was Mahnen wirklich kostet: Porto und Papier, höchstens 100 Euro.',
  text: 'Eigener Text',
  textHint: 'Leer gilt der Text, den Kontor mitbringt.',
  noDays: 'Geben Sie 0 bis 365 Tage an.',
  noFee: 'Geben Sie einen Betrag bis 100,00 an.',
  noLevels: 'Wählen Sie mindestens eine Stufe, wenn von selbst gemahnt wird.',
  today: 'Das ginge heute hinaus',
  nothing: 'Heute ist an keine Rechnung zu erinnern.',
  invoice: 'Rechnung',
  client: 'Kunde',
  level: 'Stufe',
  open: 'Offen',
  charges: 'Gebühren und Zinsen',
  baseRate: {
    title: 'Basiszinssatz (§ 247 BGB)',
    latest: (percent: string, from: string) => `${percent} % seit ${from}`,
    missing: (from: string) =>
      `Der Satz ab ${from} fehlt. Verzugszinsen sind mit dem bisherigen Satz berechnet, und Mahnungen mit Zinsen werden nicht automatisch versendet.`,
    byOperator: 'Wer Kontor betreibt, kann ihn eintragen.',
    from: 'Gültig ab',
    fromHint: '1. Januar oder 1. Juli.',
    percent: 'Prozent',
    percentHint: 'Wie ihn die Bundesbank bekannt gibt; er lässt sich hier nicht mehr ändern.',
    add: 'Satz eintragen',
  },
}

const en: SameKeys<typeof de> = {
  automatic: 'Send reminders automatically',
  automaticHint:
    'Every morning, the reminders that have become due are sent. Otherwise you send each reminder by hand.',
  levels: ['Friendly reminder', '1st reminder', '2nd reminder', 'Final reminder'],
  use: 'Use this level',
  days: 'Days',
  daysAfterDue: 'After the due date.',
  daysAfterLast: 'After the level before; without one, after the due date.',
  fee: 'Fee in euros',
  feeHint: 'What reminding really costs: postage and paper, 100 euros at most.',
  text: 'Your own text',
  textHint: 'Left empty, it is the text that comes with Kontor.',
  noDays: 'Enter 0 to 365 days.',
  noFee: 'Enter an amount up to 100.00.',
  noLevels: 'Choose at least one level where reminders are sent automatically.',
  today: 'What would be sent today',
  nothing: 'There is no invoice to remind of today.',
  invoice: 'Invoice',
  client: 'Client',
  level: 'Level',
  open: 'Open',
  charges: 'Fees and interest',
  baseRate: {
    title: 'Base rate (§ 247 BGB)',
    latest: (percent, from) => `${percent}% since ${from}`,
    missing: (from) =>
      `The rate from ${from} is missing. Default interest is calculated at the previous rate, and reminders with interest are not sent automatically.`,
    byOperator: 'Whoever runs Kontor can enter it.',
    from: 'Valid from',
    fromHint: '1 January or 1 July.',
    percent: 'Percent',
    percentHint: 'As the Bundesbank announces it; it cannot be changed here afterwards.',
    add: 'Enter rate',
  },
}

export const messages = localized({ de, en })
