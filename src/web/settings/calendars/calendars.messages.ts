import { localized, type SameKeys } from '../../i18n/locale.ts'

const de = {
  connections: {
    title: 'Verbundene Kalender',
    text: 'Nextcloud, iCloud, Fastmail und andere Kalender mit CalDAV. Termine werden in beide Richtungen abgeglichen und blockieren Buchungen.',
    connect: 'Kalender verbinden',
    empty: {
      title: 'Noch kein Kalender verbunden',
      text: 'Sie brauchen die Adresse des Servers und ein App-Passwort.',
    },
    account: 'Konto',
    calendars: 'Kalender',
    writes: (name: string) => `Termine aus Kontor stehen in „${name}“.`,
    state: 'Status',
    states: { waiting: 'Noch nie abgeglichen', synced: 'Abgeglichen', failing: 'Fehlgeschlagen' },
    syncing: 'Wird abgeglichen …',
    last: 'Zuletzt',
    next: (moment: string) => `Nächster Versuch: ${moment}.`,
    problems: (count: string, isOne: boolean) =>
      isOne
        ? 'Ein Eintrag ließ sich nicht abgleichen: Seine Zeitzone oder Wiederholung ist unbekannt, oder der Server lehnt ihn ab.'
        : `${count} Einträge ließen sich nicht abgleichen: Ihre Zeitzone oder Wiederholung ist unbekannt, oder der Server lehnt sie ab.`,
    problemEntries: 'Welche Einträge?',
    moreProblems: (count: string) => `und ${count} weitere`,
    sync: 'Jetzt abgleichen',
    syncNamed: (name: string) => `${name} jetzt abgleichen`,
    asked: (name: string) => `${name} wird abgeglichen.`,
    disconnect: 'Trennen',
    disconnectNamed: (name: string) => `${name} trennen`,
    sure: {
      title: (name: string) => `${name} trennen?`,
      text: 'Termine aus diesem Kalender werden aus Kontor entfernt, dort aber nicht gelöscht. In Kontor angelegte Termine bleiben in beiden.',
    },
    disconnected: (name: string) => `${name} wurde getrennt.`,
    connected: (name: string) => `${name} wurde verbunden und wird abgeglichen.`,
    url: 'Adresse des Servers',
    urlHint: 'Zum Beispiel https://cloud.example.com. Kontor findet den Rest.',
    username: 'Benutzername',
    password: 'App-Passwort',
    passwordHint: 'Erstellen Sie beim Anbieter ein eigenes Passwort für Kontor. Es wird verschlüsselt gespeichert.',
    look: 'Weiter',
    choose: 'Welche Kalender?',
    chosen: 'Abgleichen',
    readOnly: 'Nur lesen',
    into: 'Termine aus Kontor schreiben in',
    none: 'Wählen Sie mindestens einen Kalender.',
    noneWritable: 'Wählen Sie mindestens einen Kalender, in den geschrieben werden darf.',
    allDay: 'Ganztägige Einträge blockieren Buchungen',
    allDayHint: 'Als „frei“ markierte Tage, etwa Geburtstage, blockieren nie.',
    allDaySaved: (blocks: boolean) =>
      blocks
        ? 'Ganztägige Einträge blockieren jetzt Buchungen.'
        : 'Ganztägige Einträge blockieren keine Buchungen mehr.',
    back: 'Zurück',
    submit: 'Verbinden',
  },
  feeds: {
    title: 'Adressen zum Abonnieren',
    text: 'Mit einer solchen Adresse zeigt jedes Kalenderprogramm Ihre Termine aus Kontor, ohne sie zu ändern.',
    create: 'Neue Adresse',
    empty: {
      title: 'Noch keine Adresse',
      text: 'Erstellen Sie für jedes Gerät eine eigene Adresse, um sie einzeln löschen zu können.',
    },
    name: 'Name',
    nameHint: 'Wofür sie ist, zum Beispiel „Telefon“.',
    created: 'Angelegt',
    submit: 'Erstellen',
    made: {
      title: 'Ihre neue Adresse',
      text: 'Kopieren Sie die Adresse jetzt. Sie wird nicht erneut angezeigt. Alle mit dieser Adresse können Ihre Termine sehen.',
      address: 'Adresse des Kalenders',
      done: 'Fertig',
    },
    remove: 'Löschen',
    removeNamed: (name: string) => `„${name}“ löschen`,
    sure: {
      title: (name: string) => `„${name}“ löschen?`,
      text: 'Geräte mit diesem Abonnement erhalten keine Termine mehr.',
    },
    removed: (name: string) => `„${name}“ wurde gelöscht.`,
  },
}

const en: SameKeys<typeof de> = {
  connections: {
    title: 'Connected calendars',
    text: 'Nextcloud, iCloud, Fastmail and others with CalDAV. Appointments appear in both places, and guests cannot book you when you are busy there.',
    connect: 'Connect a calendar',
    empty: {
      title: 'No calendar connected yet',
      text: 'You need the address of the server and an app password.',
    },
    account: 'Account',
    calendars: 'Calendars',
    writes: (name) => `Appointments from Kontor are written to “${name}”.`,
    state: 'State',
    states: { waiting: 'Not synchronized yet', synced: 'Synchronized', failing: 'Failed' },
    syncing: 'Synchronizing…',
    last: 'Last synchronized',
    next: (moment) => `Next attempt: ${moment}.`,
    problems: (count, isOne) =>
      isOne
        ? 'One entry could not be synchronized: its time zone or recurrence is unknown, or the server refused it.'
        : `${count} entries could not be synchronized: their time zone or recurrence is unknown, or the server refused them.`,
    problemEntries: 'Which entries?',
    moreProblems: (count) => `and ${count} more`,
    sync: 'Synchronize now',
    syncNamed: (name) => `Synchronize ${name} now`,
    asked: (name) => `${name} is being synchronized.`,
    disconnect: 'Disconnect',
    disconnectNamed: (name) => `Disconnect ${name}`,
    sure: {
      title: (name) => `Disconnect ${name}?`,
      text: 'Appointments from this calendar disappear from Kontor; nothing is deleted there. Appointments made in Kontor stay in both.',
    },
    disconnected: (name) => `${name} disconnected.`,
    connected: (name) => `${name} connected. Synchronization has started.`,
    url: 'Server address',
    urlHint: 'Such as https://cloud.example.com. Kontor finds the rest.',
    username: 'Username',
    password: 'App password',
    passwordHint: 'Create one just for Kontor at your provider. It is stored encrypted.',
    look: 'Next',
    choose: 'Which calendars?',
    chosen: 'Synchronize',
    readOnly: 'Read only',
    into: 'Write appointments from Kontor to',
    none: 'Choose at least one calendar.',
    noneWritable: 'Choose at least one calendar that can be written to.',
    allDay: 'All-day entries block bookings',
    allDayHint: 'Days marked as free, such as birthdays, never do.',
    allDaySaved: (blocks) =>
      blocks ? 'All-day entries now block bookings.' : 'All-day entries no longer block bookings.',
    back: 'Back',
    submit: 'Connect',
  },
  feeds: {
    title: 'Addresses to subscribe to',
    text: 'Any calendar app can show your Kontor appointments, read-only, from such an address.',
    create: 'New address',
    empty: { title: 'No address yet', text: 'Create one for each device, so that you can delete it on its own.' },
    name: 'Name',
    nameHint: 'What it is for, such as “Phone”.',
    created: 'Created',
    submit: 'Create',
    made: {
      title: 'Your new address',
      text: "Copy it now. You won't be able to see it again. Anyone who has it can see your appointments.",
      address: 'Address of the calendar',
      done: 'Done',
    },
    remove: 'Delete',
    removeNamed: (name) => `Delete “${name}”`,
    sure: {
      title: (name) => `Delete “${name}”?`,
      text: 'Devices that subscribe to it no longer receive appointments.',
    },
    removed: (name) => `“${name}” deleted.`,
  },
}

export const messages = localized({ de, en })
