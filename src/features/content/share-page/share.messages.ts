import type { Language } from '#core/text/language'

interface SharePageMessages {
  from: (organization: string) => string
  until: (moment: string) => string
  left: (downloads: number) => string
  locked: string
  explain: (organization: string) => string
  password: string
  open: string
  download: string
  downloadOf: (name: string) => string
  previewOf: (name: string) => string
  zip: string
  zipOf: (files: number, size: string) => string
  tooLarge: string
  path: string
  content: string
  folder: string
  empty: string
  earlier: string
  later: string
  pages: string
  started: string
  startsNow: (name: string) => string
  again: string
  fiveMinutes: string
  back: string
  gone: Readonly<Record<404 | 410 | 429 | 503 | 'other', readonly [title: string, text: string]>>
}

export const messages: Readonly<Record<Language, SharePageMessages>> = {
  de: {
    from: (organization) => `Geteilt von ${organization}`,
    until: (moment) => `Verfügbar bis ${moment}`,
    left: (downloads) => (downloads === 1 ? 'Noch 1 Download möglich' : `Noch ${downloads} Downloads möglich`),
    locked: 'Passwort erforderlich',
    explain: (organization) =>
      `${organization} teilt hier etwas mit Ihnen. Das Passwort haben Sie vom Absender erhalten.`,
    password: 'Passwort',
    open: 'Öffnen',
    download: 'Herunterladen',
    downloadOf: (name) => `${name} herunterladen`,
    previewOf: (name) => `Vorschau von ${name}`,
    zip: 'Alles als ZIP herunterladen',
    zipOf: (files, size) => `${files === 1 ? '1 Datei' : `${files} Dateien`}, ${size}`,
    tooLarge:
      'Dieser Ordner ist zu groß, um ihn im Ganzen herunterzuladen: Bitte laden Sie die Ordner und Dateien darin einzeln herunter.',
    path: 'Ordner',
    content: 'Inhalt',
    folder: 'Ordner',
    empty: 'Dieser Ordner ist leer.',
    earlier: 'Zurück',
    later: 'Weiter',
    pages: 'Seiten',
    started: 'Der Download beginnt',
    startsNow: (name) => `„${name}“ wird jetzt heruntergeladen.`,
    again: 'Falls nichts geschieht: Download starten',
    fiveMinutes: 'Diese Adresse gilt fünf Minuten und zählt nicht noch einmal.',
    back: 'Zurück zur Übersicht',
    gone: {
      404: [
        'Diesen Link gibt es nicht',
        'Vielleicht wurde er nicht vollständig kopiert. Öffnen Sie ihn bitte so, wie Sie ihn erhalten haben.',
      ],
      410: [
        'Dieser Link gilt nicht mehr',
        'Er ist abgelaufen, wurde zurückgezogen oder so oft benutzt wie vorgesehen. Bitten Sie den Absender um einen neuen.',
      ],
      429: [
        'Zu viele Versuche',
        'Bitte warten Sie eine Viertelstunde, und fragen Sie den Absender nach dem richtigen Passwort.',
      ],
      503: [
        'Gerade ist zu viel los',
        'Der Download konnte nicht beginnen. Laden Sie diese Seite bitte in einer Minute neu: Gezählt wird er nur einmal.',
      ],
      other: ['Das hat nicht geklappt', 'Bitte versuchen Sie es in einer Minute noch einmal.'],
    },
  },
  en: {
    from: (organization) => `Shared by ${organization}`,
    until: (moment) => `Available until ${moment}`,
    left: (downloads) => (downloads === 1 ? '1 download left' : `${downloads} downloads left`),
    locked: 'Password required',
    explain: (organization) => `${organization} shares something with you here. The sender has given you the password.`,
    password: 'Password',
    open: 'Open',
    download: 'Download',
    downloadOf: (name) => `Download ${name}`,
    previewOf: (name) => `Preview of ${name}`,
    zip: 'Download all as ZIP',
    zipOf: (files, size) => `${files === 1 ? '1 file' : `${files} files`}, ${size}`,
    tooLarge: 'This folder is too large to be downloaded as a whole: please download its folders and files one by one.',
    path: 'Folders',
    content: 'Content',
    folder: 'Folder',
    empty: 'This folder is empty.',
    earlier: 'Back',
    later: 'Next',
    pages: 'Pages',
    started: 'Your download starts',
    startsNow: (name) => `“${name}” is being downloaded.`,
    again: 'If nothing happens: start the download',
    fiveMinutes: 'This address is good for five minutes, and is not counted again.',
    back: 'Back to the overview',
    gone: {
      404: ['There is no such link', 'Perhaps it was not copied completely. Please open it as you received it.'],
      410: [
        'This link is no longer valid',
        'It has expired, was withdrawn, or has reached its limit of downloads. Ask the sender for a new one.',
      ],
      429: ['Too many attempts', 'Please wait a quarter of an hour, and ask the sender for the right password.'],
      503: [
        'Too much is going on right now',
        'The download could not start. Please reload this page in a minute: it is counted only once.',
      ],
      other: ['That did not work', 'Please try again in a minute.'],
    },
  },
}
