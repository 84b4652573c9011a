import { inLanguage, type Same } from '../words/words.ts'

const de = {
  title: 'Mahnungen',
  none: 'Noch nicht gemahnt.',
  create: 'Mahnen',
  levels: ['Zahlungserinnerung', '1. Mahnung', '2. Mahnung', 'Letzte Mahnung'] as readonly string[],
  about: (until: string, total: string) => `zahlbar bis ${until}, zusammen ${total}`,
  sure: {
    title: (level: string, number: string) => `${level} zu ${number} senden?`,
    text: (email: string) =>
      `Sie geht mit der Rechnung an ${email}. Zinsen und Kosten rechnet Kontor nach Ihren Einstellungen.`,
    message: 'Text der Mail',
    messageHint: 'Leer: der Text der Stufe aus den Einstellungen.',
    submit: 'Mahnung senden',
  },
  sent: (level: string, email: string) => `${level} ist unterwegs an ${email}.`,
  reverse: {
    create: 'Zurückbuchen',
    of: (amount: string, day: string) => `Zahlung über ${amount} vom ${day} zurückbuchen`,
    title: (amount: string) => `Zahlung über ${amount} zurückbuchen?`,
    text: 'Die Rechnung ist danach um den Betrag wieder offen. Die Zahlung bleibt mit Grund und Zeitpunkt stehen.',
    reason: 'Grund',
    returnedAt: 'Zurückgegangen am',
    refundOf: (amount: string, day: string) => `Erstattung über ${amount} vom ${day} zurücknehmen`,
    refundTitle: (amount: string) => `Erstattung über ${amount} zurücknehmen?`,
    refundDone: (amount: string) => `Die Erstattung über ${amount} ist zurückgenommen.`,
    refundText: 'Der Betrag ist danach wieder zu erstatten. Die Erstattung bleibt mit Grund und Zeitpunkt stehen.',
    returnedAtHint: 'Etwa der Tag einer Rücklastschrift. Leer: Sie war ein Versehen und zählt in keinem Zeitraum.',
    submit: 'Zurückbuchen',
    done: (amount: string) => `Die Zahlung über ${amount} ist zurückgebucht.`,
  },
}

const en: Same<typeof de> = {
  title: 'Reminders',
  none: 'Not reminded yet.',
  create: 'Remind',
  levels: ['Friendly reminder', '1st reminder', '2nd reminder', 'Final reminder'],
  about: (until, total) => `to be paid by ${until}, ${total} in all`,
  sure: {
    title: (level, number) => `Send ${level} for ${number}?`,
    text: (email) => `It goes to ${email} with the invoice. Kontor adds interest and charges as your settings say.`,
    message: 'Text of the mail',
    messageHint: 'Empty: the text of the level in the settings.',
    submit: 'Send reminder',
  },
  sent: (level, email) => `${level} is on its way to ${email}.`,
  reverse: {
    create: 'Reverse',
    of: (amount, day) => `Reverse payment of ${amount} of ${day}`,
    title: (amount) => `Reverse payment of ${amount}?`,
    text: 'The invoice is open again by that amount. The payment stays listed with its reason and time.',
    reason: 'Reason',
    returnedAt: 'Returned on',
    refundOf: (amount, day) => `Take back refund of ${amount} of ${day}`,
    refundTitle: (amount) => `Take back refund of ${amount}?`,
    refundDone: (amount) => `The refund of ${amount} is taken back.`,
    refundText: 'The amount is to be refunded again. The refund stays listed with its reason and time.',
    returnedAtHint: 'Such as the day of a returned direct debit. Empty: it was a mistake, and counts in no period.',
    submit: 'Reverse',
    done: (amount) => `The payment of ${amount} is reversed.`,
  },
}

export const said = inLanguage({ de, en })
