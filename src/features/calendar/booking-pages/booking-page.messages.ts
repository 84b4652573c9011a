import type { Language } from '#core/text/language'

interface BookingPageMessages {
  with: (hosts: string) => string
  minutes: (minutes: number) => string
  place: Readonly<Record<'meet' | 'phone', string>>
  choose: string
  nothing: string
  types: string
  zone: string
  /** By the first part of a zone's name. */
  regions: Readonly<Record<string, string>>
  show: string
  weeks: string
  months: string
  month: Readonly<Record<'before' | 'after', string>>
  earlier: string
  later: string
  free: string
  empty: string
  next: (day: string) => string
  full: string
  details: string
  other: string
  name: string
  email: string
  phone: string
  agenda: string
  optional: string
  pick: string
  book: string
  kept: string
  reserve: string
  verified: string
  requested: Readonly<Record<'title' | 'text' | 'missing', string>>
  pending: (until: string) => string
  confirm: string
  /** The hold has expired. */
  lapsed: readonly [title: string, text: string]
  /** Who receives the data; Art. 13 GDPR. */
  told: (host: string) => string
  held: (server: string) => string
  confirmed: string
  cancelled: string
  over: string
  when: string
  where: string
  video: string
  guest: string
  reason: string
  move: string
  moveTo: string
  moving: string
  keep: string
  cancel: string
  why: string
  again: string
  fields: Readonly<Record<string, string>>
  gone: Readonly<Record<404 | 410 | 'other' | 429, readonly [title: string, text: string]>>
}

export const bookingPageMessages: Readonly<Record<Language, BookingPageMessages>> = {
  de: {
    with: (hosts) => `Mit ${hosts}`,
    minutes: (minutes) => `${minutes} Minuten`,
    place: { meet: 'Videogespräch', phone: 'Telefon' },
    choose: 'Termin buchen',
    nothing: 'Zurzeit gibt es hier nichts zu buchen.',
    types: 'Was möchten Sie buchen?',
    zone: 'Zeitzone',
    regions: {
      Africa: 'Afrika',
      America: 'Amerika',
      Antarctica: 'Antarktis',
      Arctic: 'Arktis',
      Asia: 'Asien',
      Atlantic: 'Atlantik',
      Australia: 'Australien',
      Europe: 'Europa',
      Indian: 'Indischer Ozean',
      Pacific: 'Pazifik',
    },
    show: 'Zeiten anzeigen',
    weeks: 'Andere Tage',
    months: 'Tag wählen',
    month: { before: 'Voriger Monat', after: 'Nächster Monat' },
    earlier: 'Frühere Tage',
    later: 'Spätere Tage',
    free: 'Freie Zeiten',
    empty: 'An diesen Tagen ist nichts frei.',
    next: (day) => `Nächste freie Zeit: ${day}`,
    full: 'In den nächsten 90 Tagen ist nichts frei.',
    details: 'Ihre Angaben',
    other: 'Andere Zeit wählen',
    name: 'Ihr Name',
    email: 'E-Mail-Adresse',
    phone: 'Telefonnummer',
    agenda: 'Worum soll es gehen?',
    optional: '(freiwillig)',
    pick: 'Bitte wählen',
    book: 'Verbindlich buchen',
    reserve: 'Zeit reservieren',
    verified:
      'Sie bekommen eine E-Mail mit einem Link, über den Sie den Termin innerhalb von 15 Minuten bestätigen. So lange ist die Zeit für Sie reserviert.',
    requested: {
      title: 'Bitte bestätigen Sie Ihren Termin',
      text: 'Wir haben Ihnen eine E-Mail geschickt. Bestätigen Sie den Termin innerhalb von 15 Minuten über den Link darin; so lange ist die Zeit für Sie reserviert. Gebucht ist sie erst danach.',
      missing: 'Keine E-Mail bekommen? Sehen Sie im Spam-Ordner nach, oder buchen Sie nach 15 Minuten noch einmal.',
    },
    pending: (until) => `Dieser Termin ist noch nicht bestätigt. Die Zeit ist bis ${until} Uhr für Sie reserviert.`,
    confirm: 'Termin bestätigen',
    lapsed: [
      'Nicht rechtzeitig bestätigt',
      'Die Zeit ist nicht mehr für Sie reserviert, und Ihre Angaben wurden gelöscht. Bitte buchen Sie noch einmal.',
    ],
    kept: 'Die Bestätigung kommt per E-Mail. Darin ist ein Link, mit dem Sie den Termin verschieben oder absagen können.',
    told: (host) => `Ihre Angaben erhalten ${host} und andere in derselben Organisation, die Termine sehen.`,
    held: (server) =>
      `Das Videogespräch läuft über ${server}; beim Betreten gelten die Datenschutzhinweise des Betreibers.`,
    confirmed: 'Ihr Termin ist bestätigt. Sie erhalten ihn auch per E-Mail.',
    cancelled: 'Dieser Termin ist abgesagt.',
    over: 'Dieser Termin ist vorbei.',
    when: 'Wann',
    where: 'Wo',
    video: 'Video',
    guest: 'Gast',
    reason: 'Grund',
    move: 'Termin verschieben',
    moveTo: 'Auf diese Zeit verschieben',
    moving: 'Neue Zeit wählen',
    keep: 'Termin behalten, wie er ist',
    cancel: 'Termin absagen',
    why: 'Grund (freiwillig)',
    again: 'Neuen Termin buchen',
    fields: {
      name: 'Name',
      email: 'E-Mail-Adresse',
      phone: 'Telefonnummer',
      agenda: 'Thema',
      timezone: 'Zeitzone',
      reason: 'Grund',
    },
    gone: {
      404: [
        'Diese Seite gibt es nicht',
        'Vielleicht wurde die Adresse nicht vollständig kopiert, oder es wird hier nichts mehr angeboten.',
      ],
      410: [
        'Dieser Link gilt nicht mehr',
        'Der Termin ist vorbei oder abgesagt, und Ihre Angaben dazu wurden gelöscht. Einen neuen Termin buchen Sie dort, wo Sie diesen gebucht haben.',
      ],
      429: ['Zu viele Anfragen', 'Bitte versuchen Sie es später noch einmal.'],
      other: ['Das hat nicht geklappt', 'Bitte versuchen Sie es in einer Minute noch einmal.'],
    },
  },
  en: {
    with: (hosts) => `With ${hosts}`,
    minutes: (minutes) => `${minutes} minutes`,
    place: { meet: 'Video meeting', phone: 'Phone' },
    choose: 'Book an appointment',
    nothing: 'There is nothing to book here at the moment.',
    types: 'What would you like to book?',
    zone: 'Time zone',
    regions: { Indian: 'Indian Ocean' },
    show: 'Show times',
    weeks: 'Other days',
    months: 'Choose a day',
    month: { before: 'Previous month', after: 'Next month' },
    earlier: 'Earlier days',
    later: 'Later days',
    free: 'Available times',
    empty: 'Nothing is free on these days.',
    next: (day) => `Next time that is free: ${day}`,
    full: 'Nothing is free in the next 90 days.',
    details: 'Your details',
    other: 'Choose another time',
    name: 'Your name',
    email: 'Email address',
    phone: 'Phone number',
    agenda: 'What would you like to talk about?',
    optional: '(optional)',
    pick: 'Please choose',
    book: 'Book',
    reserve: 'Reserve this time',
    verified:
      'You will get an email with a link to confirm the appointment within 15 minutes. The time is reserved for you until then.',
    requested: {
      title: 'Please confirm your appointment',
      text: 'We have sent you an email. Confirm the appointment with the link in it within 15 minutes; the time is reserved for you until then. It is not booked until you confirm.',
      missing: 'No email? Check your spam folder, or book again after 15 minutes.',
    },
    pending: (until) => `This appointment is not confirmed yet. The time is reserved for you until ${until}.`,
    confirm: 'Confirm appointment',
    lapsed: [
      'Not confirmed in time',
      'The time is no longer reserved for you, and what you entered has been deleted. Please book again.',
    ],
    kept: 'The confirmation comes by mail. It has a link by which you can move or cancel the appointment.',
    told: (host) => `What you enter is seen by ${host} and by others of the same organization who see appointments.`,
    held: (server) =>
      `The video meeting takes place at ${server}; its operator's privacy notice applies once you enter.`,
    confirmed: 'Your appointment is confirmed. It is also sent to you by email.',
    cancelled: 'This appointment is cancelled.',
    over: 'This appointment is over.',
    when: 'When',
    where: 'Where',
    video: 'Video',
    guest: 'Guest',
    reason: 'Reason',
    move: 'Move the appointment',
    moveTo: 'Move to this time',
    moving: 'Choose a new time',
    keep: 'Keep the appointment as it is',
    cancel: 'Cancel booking',
    why: 'Reason (optional)',
    again: 'Book a new appointment',
    fields: {
      name: 'Name',
      email: 'Email address',
      phone: 'Phone number',
      agenda: 'Topic',
      timezone: 'Time zone',
      reason: 'Reason',
    },
    gone: {
      404: [
        'There is no such page',
        'Perhaps the address was not copied completely, or nothing is offered here any more.',
      ],
      410: [
        'This link is no longer valid',
        'The appointment is over or was cancelled, and what you said for it has been deleted. You can book another one where you booked this one.',
      ],
      429: ['Too many requests', 'Please try again later.'],
      other: ['That did not work', 'Please try again in a minute.'],
    },
  },
}
