import type { Language } from '#core/text/language'

interface Messages {
  from: (seller: string) => string
  until: (day: string) => string
  questions: string
  pdf: { open: string; signed: string }
  items: {
    title: string
    description: string
  }
  terms: { starts: (day: string) => string; ends: (day: string) => string; notice: (days: number) => string }
  content: string
  sign: string
  name: string
  signature: string
  draw: string
  type: string
  pad: string
  typed: string
  clear: string
  binding: string
  declining: string
  reject: string
  reason: string
  signed: (name: string | null, when: string | null) => string
  rejected: string
  fields: Readonly<Record<string, string>>
  gone: Readonly<Record<404 | 410 | 'other', readonly [title: string, text: string]>>
}

export const messages: Readonly<Record<Language, Messages>> = {
  de: {
    from: (seller) => `Von ${seller}`,
    until: (day) => `Gültig bis ${day}`,
    questions: 'Fragen?',
    pdf: { open: 'Dokument als PDF öffnen', signed: 'PDF mit dem Nachweis der Unterschrift öffnen' },
    items: {
      title: 'Leistungen',
      description: 'Beschreibung',
    },
    terms: {
      starts: (day) => `Beginn: ${day}`,
      ends: (day) => `Ende: ${day}`,
      notice: (days) => `Kündigungsfrist: ${days === 1 ? '1 Tag' : `${days} Tage`}`,
    },
    content: 'Text',
    sign: 'Unterschreiben',
    name: 'Ihr Name',
    signature: 'Unterschrift',
    draw: 'Zeichnen',
    type: 'Tippen',
    pad: 'Feld zum Zeichnen der Unterschrift; Tippen geht ohne Maus.',
    typed: 'Getippte Unterschrift',
    clear: 'Zeichnung löschen',
    binding:
      'Mit der Unterschrift nehmen Sie das Dokument an. Festgehalten werden Name, Zeitpunkt, IP-Adresse und Programm.',
    declining: 'Dokument ablehnen',
    reject: 'Ablehnen',
    reason: 'Grund (freiwillig)',
    signed: (name, when) =>
      `Dieses Dokument ist unterschrieben${name ? `, von ${name}` : ''}${when ? ` am ${when}` : ''}.`,
    rejected: 'Dieses Dokument wurde abgelehnt.',
    fields: { name: 'Name', signature: 'Unterschrift', reason: 'Grund' },
    gone: {
      404: [
        'Diesen Link gibt es nicht',
        'Vielleicht wurde er nicht vollständig kopiert. Öffnen Sie ihn bitte direkt aus der E-Mail, die Sie erhalten haben.',
      ],
      410: [
        'Dieser Link gilt nicht mehr',
        'Er ist abgelaufen oder wurde durch einen neueren ersetzt. Öffnen Sie den Link aus der letzten E-Mail, oder bitten Sie den Absender um einen neuen.',
      ],
      other: ['Das hat nicht geklappt', 'Bitte versuchen Sie es in einer Minute noch einmal.'],
    },
  },
  en: {
    from: (seller) => `From ${seller}`,
    until: (day) => `Valid until ${day}`,
    questions: 'Questions?',
    pdf: { open: 'Open the document as PDF', signed: 'Open the PDF with the evidence of the signature' },
    items: {
      title: 'Items',
      description: 'Description',
    },
    terms: {
      starts: (day) => `Start: ${day}`,
      ends: (day) => `End: ${day}`,
      notice: (days) => `Notice period: ${days === 1 ? '1 day' : `${days} days`}`,
    },
    content: 'Text',
    sign: 'Sign',
    name: 'Your name',
    signature: 'Signature',
    draw: 'Draw',
    type: 'Type',
    pad: 'Field to draw the signature in; typing needs no mouse.',
    typed: 'Typed signature',
    clear: 'Clear the drawing',
    binding: 'By signing you accept the document. Your name, the time, IP address and program are recorded.',
    declining: 'Decline the document',
    reject: 'Decline',
    reason: 'Reason (optional)',
    signed: (name, when) => `This document is signed${name ? `, by ${name}` : ''}${when ? ` on ${when}` : ''}.`,
    rejected: 'This document was declined.',
    fields: { name: 'Name', signature: 'Signature', reason: 'Reason' },
    gone: {
      404: [
        'There is no such link',
        'Perhaps it was not copied completely. Please open it from the mail you received.',
      ],
      410: [
        'This link is no longer valid',
        'It has expired, or a newer one has taken its place. Open the link in the latest mail, or ask the sender for a new one.',
      ],
      other: ['That did not work', 'Please try again in a minute.'],
    },
  },
}
