import type { Language } from '#core/text/language'
import type { Purpose } from './guest-page.ts'

interface Words {
  skip: string
  imprint: string
  privacy: {
    title: string
    who: (name: string, email: string | null) => string
    rights: string
  } & Readonly<Record<Purpose, { what: string; why: string; howLong: string }>>
}

export const words: Readonly<Record<Language, Words>> = {
  de: {
    skip: 'Zum Inhalt',
    imprint: 'Impressum',
    privacy: {
      title: 'Datenschutz',
      who: (name, email) =>
        `Verantwortlich ist ${name}${email ? `, erreichbar unter ${email}` : ''}. Diese Seite lädt nichts von anderen Servern und setzt keine Cookies zur Wiedererkennung.`,
      booking: {
        what: 'Gespeichert werden Ihr Name, Ihre E-Mail-Adresse, der Termin und was Sie in das Formular schreiben. Bestätigung, Änderung und Absage gehen als E-Mail an Sie.',
        why: 'Das geschieht, um den Termin auf Ihre Anfrage hin zu vereinbaren (Art. 6 Abs. 1 Buchst. b DSGVO).',
        howLong:
          'Die Angaben werden gelöscht, sobald sie dafür und für gesetzliche Aufbewahrungspflichten nicht mehr gebraucht werden.',
      },
      signing: {
        what: 'Wenn Sie unterschreiben oder ablehnen, werden Ihr Name, Ihre Unterschrift, eine Begründung, der Zeitpunkt, Ihre IP-Adresse und die Kennung Ihres Browsers gespeichert.',
        why: 'Das geschieht, um den Vertrag zu schließen (Art. 6 Abs. 1 Buchst. b DSGVO) und den Abschluss beweisen zu können (Buchst. f).',
        howLong:
          'Verträge und Angebote werden so lange aufbewahrt, wie Handels- und Steuerrecht es verlangen, in der Regel sechs bis zehn Jahre.',
      },
      sharing: {
        what: 'Wer einen Link öffnet oder etwas herunterlädt, wird mit Zeitpunkt und gekürzter IP-Adresse festgehalten. Ein Passwort wird nicht gespeichert; ein technisch nötiges Cookie merkt sich, dass es gestimmt hat.',
        why: 'Das geschieht, um freigegebene Dateien vor Missbrauch zu schützen (Art. 6 Abs. 1 Buchst. f DSGVO).',
        howLong: 'Die Einträge werden nach 90 Tagen gelöscht.',
      },
      invitation: {
        what: 'Gespeichert werden Ihre E-Mail-Adresse, Ihre Antwort und ihr Zeitpunkt.',
        why: 'Das geschieht, um den Termin mit Ihnen abzustimmen (Art. 6 Abs. 1 Buchst. b und f DSGVO).',
        howLong: 'Die Angaben werden mit dem Termin gelöscht.',
      },
      rights:
        'Sie haben das Recht auf Auskunft, Berichtigung, Löschung, Einschränkung, Datenübertragbarkeit und Widerspruch und können sich bei einer Datenschutzaufsichtsbehörde beschweren.',
    },
  },
  en: {
    skip: 'Skip to content',
    imprint: 'Legal notice',
    privacy: {
      title: 'Privacy',
      who: (name, email) =>
        `The controller is ${name}${email ? `, to be reached at ${email}` : ''}. This page loads nothing from other servers and sets no cookies to recognize you.`,
      booking: {
        what: 'Your name, your email address, the appointment and what you write into the form are kept. Confirmations, changes and cancellations are sent to you by email.',
        why: 'This is done to arrange the appointment that you ask for (Art. 6(1)(b) GDPR).',
        howLong: 'The data is deleted once it is needed neither for this nor for duties of retention.',
      },
      signing: {
        what: 'If you sign or decline, your name, your signature, a reason, the moment, your IP address and the name of your browser are kept.',
        why: 'This is done to conclude the contract (Art. 6(1)(b) GDPR) and to be able to prove it (point (f)).',
        howLong:
          'Contracts and quotes are kept for as long as commercial and tax law demand it, as a rule six to ten years.',
      },
      sharing: {
        what: 'Whoever opens a link or downloads something is recorded with the moment and a shortened IP address. A password is not kept; a cookie that is technically necessary remembers that it was right.',
        why: 'This is done to protect shared files from abuse (Art. 6(1)(f) GDPR).',
        howLong: 'The entries are deleted after 90 days.',
      },
      invitation: {
        what: 'Your email address, your answer and its moment are kept.',
        why: 'This is done to arrange the event with you (Art. 6(1)(b) and (f) GDPR).',
        howLong: 'The data is deleted with the event.',
      },
      rights:
        'You have the right of access, rectification, erasure, restriction, data portability and objection, and may lodge a complaint with a data protection authority.',
    },
  },
}
