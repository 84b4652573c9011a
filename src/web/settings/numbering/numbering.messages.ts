import { localized, type SameKeys } from '../../i18n/locale.ts'

const de = {
  patterns: 'Muster',
  patternsText:
    '{seq:4} ist die laufende Nummer mit vier Stellen, {seq} die ohne führende Nullen. Mit {year} beginnt sie jedes Jahr von vorn. Rechnungskorrekturen beginnen mit GS-.',
  series: { invoice: 'Rechnungen', credit_note: 'Rechnungskorrekturen', quote: 'Angebote', contract: 'Verträge' },
  next: 'Als Nächstes',
  counters: 'Zählerstände',
  of: 'Nummernkreis',
  nextNumber: 'Nächste Nummer',
  asWritten: 'Auf dem Dokument',
  raise: 'Erhöhen',
  raiseOf: (name: string) => `Nächste Nummer erhöhen: ${name}`,
  raiseText: 'Zum Beispiel, weil Sie bisher anderswo gezählt haben. Sie lässt sich danach nicht mehr senken.',
  atLeast: (next: string) => `Mindestens ${next}.`,
  noNumber: 'Geben Sie eine Zahl an.',
  raised: (name: string, next: string) => `${name}: Die nächste Nummer ist ${next}.`,
  outdated: 'Inzwischen wurde eine Nummer vergeben. Prüfen Sie die Zahl, und erhöhen Sie noch einmal.',
}

const en: SameKeys<typeof de> = {
  patterns: 'Patterns',
  patternsText:
    '{seq:4} is the running number with four digits, {seq} the one without leading zeros. With {year} it restarts every year. Credit notes begin with GS-.',
  series: { invoice: 'Invoices', credit_note: 'Credit notes', quote: 'Quotes', contract: 'Contracts' },
  next: 'Next',
  counters: 'Counters',
  of: 'Series',
  nextNumber: 'Next number',
  asWritten: 'On the document',
  raise: 'Raise',
  raiseOf: (name) => `Raise the next number: ${name}`,
  raiseText: 'For example because you have counted elsewhere so far. It cannot be lowered afterwards.',
  atLeast: (next) => `At least ${next}.`,
  noNumber: 'Enter a number.',
  raised: (name, next) => `${name}: the next number is ${next}.`,
  outdated: 'A number was given meanwhile. Look at the figure, and raise it again.',
}

export const messages = localized({ de, en })
