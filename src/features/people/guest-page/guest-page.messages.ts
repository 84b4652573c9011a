import type { Language } from '#core/text/language'
import type { GuestPagePurpose } from './guest-page.html.ts'
import type { ImprintField } from './page-publisher.ts'

interface GuestPageMessages {
  skip: string
  imprint: { title: string; facts: Readonly<Record<ImprintField, string>> }
  privacy: {
    title: string
    who: (name: string, email: string | null) => string
    /** Recipients of the data (Art. 13(1)(e) GDPR) and transfers to other countries (f). */
    processors: (name: string) => string
    abroad: (name: string) => string
    rights: string
    /** Link to the organization's own privacy notice. */
    more: (name: string) => string
  } & Readonly<Record<GuestPagePurpose, { what: string; why: string; recipients: string; howLong: string }>>
}

export const messages: Readonly<Record<Language, GuestPageMessages>> = {
  de: {
    skip: 'Zum Inhalt',
    imprint: {
      title: 'Impressum',
      facts: {
        represented: 'Vertreten durch',
        register: 'Registereintrag',
        vatId: 'USt-IdNr.',
        email: 'E-Mail',
        phone: 'Telefon',
        website: 'Website',
      },
    },
    privacy: {
      title: 'Datenschutz',
      who: (name, email) =>
        `Verantwortlich ist ${name}, erreichbar unter ${email ?? 'der Anschrift im Impressum'}. Diese Seite lädt nichts von anderen Servern und setzt keine Cookies zur Wiedererkennung.`,
      booking: {
        what: 'Gespeichert werden Ihr Name, Ihre E-Mail-Adresse, der Termin und was Sie in das Formular schreiben. Ohne Namen und E-Mail-Adresse lässt sich kein Termin vereinbaren. Bestätigung, Änderung und Absage gehen als E-Mail an Sie.',
        why: 'Das geschieht, um den Termin auf Ihre Anfrage hin zu vereinbaren (Art. 6 Abs. 1 Buchst. b DSGVO).',
        recipients:
          'Ihre Angaben sehen die Personen, mit denen Sie den Termin haben; er steht in deren Kalendern, auch in verbundenen Kalendern anderer Anbieter. Ein Videogespräch läuft über den Videodienst, den die Buchung nennt.',
        howLong:
          'Die Angaben werden gelöscht, sobald sie dafür und für gesetzliche Aufbewahrungspflichten nicht mehr gebraucht werden.',
      },
      signing: {
        what: 'Wenn Sie unterschreiben oder ablehnen, werden Ihr Name, Ihre Unterschrift, eine Begründung, der Zeitpunkt, Ihre IP-Adresse und die Kennung Ihres Browsers gespeichert.',
        why: 'Das geschieht, um den Vertrag zu schließen (Art. 6 Abs. 1 Buchst. b DSGVO) und den Abschluss beweisen zu können (Buchst. f).',
        recipients:
          'Das Dokument und den Nachweis erhalten beide Vertragsparteien, und wer sie in Steuer und Recht berät oder sie gesetzlich prüft.',
        howLong:
          'Verträge und Angebote werden so lange aufbewahrt, wie Handels- und Steuerrecht es verlangen, in der Regel sechs bis zehn Jahre.',
      },
      sharing: {
        what: 'Wer einen Link öffnet oder etwas herunterlädt, wird mit Zeitpunkt und gekürzter IP-Adresse festgehalten. Ein Passwort wird nicht gespeichert; ein technisch nötiges Cookie merkt sich, dass es gestimmt hat.',
        why: 'Das geschieht, um freigegebene Dateien vor Missbrauch zu schützen (Art. 6 Abs. 1 Buchst. f DSGVO).',
        recipients: 'Die Einträge sehen nur die Personen, die die Freigaben verwalten.',
        howLong: 'Die Einträge werden nach 90 Tagen gelöscht.',
      },
      invitation: {
        what: 'Gespeichert werden Ihre E-Mail-Adresse, Ihre Antwort und ihr Zeitpunkt.',
        why: 'Das geschieht, um den Termin mit Ihnen abzustimmen (Art. 6 Abs. 1 Buchst. b und f DSGVO).',
        recipients:
          'Ihre Antwort sehen die Personen, die den Termin verwalten; er steht in deren Kalendern, auch in verbundenen Kalendern anderer Anbieter.',
        howLong: 'Die Angaben werden mit dem Termin gelöscht.',
      },
      processors: (name) =>
        `Außerdem erhalten sie Dienstleister, die nach Weisung von ${name} arbeiten (Art. 28 DSGVO): für den Betrieb der Server, die Speicherung von Daten und den Versand von E-Mails. Verkauft oder zur Werbung weitergegeben wird nichts.`,
      abroad: (name) =>
        `Arbeitet ein Empfänger außerhalb der EU und des EWR, gelten die Art. 44 bis 49 DSGVO; wer das ist und welche Garantien bestehen, sagt ${name} auf Anfrage.`,
      rights:
        'Sie haben das Recht auf Auskunft, Berichtigung, Löschung, Einschränkung, Datenübertragbarkeit und Widerspruch (Art. 15 bis 21 DSGVO) und können sich bei einer Datenschutzaufsichtsbehörde beschweren (Art. 77 DSGVO). Automatisierte Entscheidungen gibt es nicht.',
      more: (name) => `Datenschutzerklärung: ${name}`,
    },
  },
  en: {
    skip: 'Skip to content',
    imprint: {
      title: 'Legal notice',
      facts: {
        represented: 'Represented by',
        register: 'Register entry',
        vatId: 'VAT ID',
        email: 'Email',
        phone: 'Phone',
        website: 'Website',
      },
    },
    privacy: {
      title: 'Privacy',
      who: (name, email) =>
        `The controller is ${name}, to be reached at ${email ?? 'the address in the legal notice'}. This page loads nothing from other servers and sets no cookies to recognize you.`,
      booking: {
        what: 'Your name, your email address, the appointment and what you write into the form are kept. Without a name and an email address no appointment can be arranged. Confirmations, changes and cancellations are sent to you by email.',
        why: 'This is done to arrange the appointment that you ask for (Art. 6(1)(b) GDPR).',
        recipients:
          'Your data is seen by the people you have the appointment with; it stands in their calendars, also in connected calendars of other providers. A video meeting is held by the video service that the booking names.',
        howLong: 'The data is deleted once it is needed neither for this nor for duties of retention.',
      },
      signing: {
        what: 'If you sign or decline, your name, your signature, a reason, the moment, your IP address and the name of your browser are kept.',
        why: 'This is done to conclude the contract (Art. 6(1)(b) GDPR) and to be able to prove it (point (f)).',
        recipients:
          'The document and the evidence go to both parties to it, and to those who advise them on tax and law or audit them by law.',
        howLong:
          'Contracts and quotes are kept for as long as commercial and tax law demand it, as a rule six to ten years.',
      },
      sharing: {
        what: 'Whoever opens a link or downloads something is recorded with the moment and a shortened IP address. A password is not kept; a cookie that is technically necessary remembers that it was right.',
        why: 'This is done to protect shared files from abuse (Art. 6(1)(f) GDPR).',
        recipients: 'The entries are seen only by those who manage what is shared.',
        howLong: 'The entries are deleted after 90 days.',
      },
      invitation: {
        what: 'Your email address, your answer and its moment are kept.',
        why: 'This is done to arrange the event with you (Art. 6(1)(b) and (f) GDPR).',
        recipients:
          'Your answer is seen by the people who manage the event; it stands in their calendars, also in connected calendars of other providers.',
        howLong: 'The data is deleted with the event.',
      },
      processors: (name) =>
        `It also goes to service providers who work on the instructions of ${name} (Art. 28 GDPR): for running the servers, storing data and delivering email. Nothing is sold or passed on for advertising.`,
      abroad: (name) =>
        `Where a recipient works outside the EU and the EEA, Art. 44 to 49 GDPR apply; who that is, and which safeguards there are, ${name} says on request.`,
      rights:
        'You have the right of access, rectification, erasure, restriction, data portability and objection (Art. 15 to 21 GDPR), and may lodge a complaint with a data protection authority (Art. 77 GDPR). There are no automated decisions.',
      more: (name) => `Privacy policy: ${name}`,
    },
  },
}
