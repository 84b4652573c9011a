import { localized, type SameKeys } from '../../i18n/locale.ts'

const de = {
  patterns: 'Muster',
  patternsText:
    '{seq:4} ist die laufende Nummer mit vier Stellen, {seq} die Nummer ohne führende Nullen. Mit {year} beginnt die Zählung jedes Jahr neu. Rechnungskorrekturen beginnen mit GS-.',
  series: { invoice: 'Rechnungen', credit_note: 'Rechnungskorrekturen', quote: 'Angebote', contract: 'Verträge' },
  next: 'Nächste Nummer',
  counters: 'Zählerstände',
  of: 'Nummernkreis',
  nextNumber: 'Nächste Nummer',
  asWritten: 'Auf dem Dokument',
  raise: 'Erhöhen',
  raiseOf: (name: string) => `Nächste Nummer erhöhen: ${name}`,
  raiseText: 'Zum Beispiel nach einem Programmwechsel. Die Nummer kann danach nicht mehr gesenkt werden.',
  atLeast: (next: string) => `Mindestens ${next}.`,
  noNumber: 'Bitte geben Sie eine Zahl ein.',
  raised: (name: string, next: string) => `${name}: Die nächste Nummer ist ${next}.`,
  outdated: 'Inzwischen wurde eine Nummer vergeben. Bitte prüfen Sie die Nummer und versuchen Sie es erneut.',
}

const en: SameKeys<typeof de> = {
  patterns: 'Patterns',
  patternsText:
    '{seq:4} is the running number with four digits, {seq} is the number without leading zeros. With {year}, numbering restarts every year. Credit notes begin with GS-.',
  series: { invoice: 'Invoices', credit_note: 'Credit notes', quote: 'Quotes', contract: 'Contracts' },
  next: 'Next',
  counters: 'Counters',
  of: 'Series',
  nextNumber: 'Next number',
  asWritten: 'On the document',
  raise: 'Raise',
  raiseOf: (name) => `Raise the next number: ${name}`,
  raiseText: "For example, after switching from another program. You can't lower it afterwards.",
  atLeast: (next) => `At least ${next}.`,
  noNumber: 'Enter a number.',
  raised: (name, next) => `${name}: the next number is ${next}.`,
  outdated: 'A number was assigned in the meantime. Check the number and try again.',
}

export const messages = localized({ de, en })
