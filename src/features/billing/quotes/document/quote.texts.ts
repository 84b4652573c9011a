/** Texts of a quote in addition to those of an invoice. */
export const quoteTexts = {
  de: {
    title: 'Angebot',
    number: 'Angebotsnummer',
    validUntil: 'Gültig bis',
    valid: (day: string) => `Dieses Angebot gilt bis zum ${day}.`,
    acceptOnline:
      'So nehmen Sie es an: Unterschreiben Sie es über den Link in unserer E-Mail, oder senden Sie uns dieses Schreiben unterschrieben zurück.',
    acceptOnPaper: 'So nehmen Sie es an: Senden Sie uns dieses Schreiben unterschrieben zurück.',
    placeAndDate: 'Ort, Datum',
    signature: 'Name, Unterschrift',
  },
  en: {
    title: 'Quote',
    number: 'Quote number',
    validUntil: 'Valid until',
    valid: (day: string) => `This quote is valid until ${day}.`,
    acceptOnline: 'How to accept it: sign it through the link in our email, or return this letter to us signed.',
    acceptOnPaper: 'How to accept it: return this letter to us signed.',
    placeAndDate: 'Place, date',
    signature: 'Name, signature',
  },
} as const
