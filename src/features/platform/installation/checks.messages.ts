import type { Bilingual } from '#core/text/language'
import { detectIsolation, type Isolation } from '#core/threads/isolation'
import type { Config } from '../../../config.ts'
import type { CheckName } from './checks.ts'

export interface FailureMessages {
  failed: Bilingual
  /** What the operator can do. */
  remedy: Bilingual
}

interface CheckText extends FailureMessages {
  title: Bilingual
  well: Bilingual
  /** A warning about a part that works. */
  notice?: (config: Config) => Warning | null | Promise<Warning | null>
}

interface Warning {
  message: Bilingual
  remedy: Bilingual
}

const moreIsolation: Bilingual = {
  de: 'Installieren Sie bubblewrap; in einem Container müssen Benutzer-Namensräume und darin Mounts erlaubt sein.',
  en: 'Install bubblewrap; a container has to allow user namespaces and mounts in them.',
}

/** Warnings about incomplete isolation of the preview programs; null if they reach neither files nor network. */
export const isolationNotices: Readonly<Record<Isolation, Warning | null>> = {
  bubblewrap: null,
  namespaces: null,
  network: {
    message: {
      de: 'Hochgeladene Dateien werden in einem eigenen Prozess ohne Netz gelesen. Vor Dateien und Unix-Sockets dieses Rechners schützen nur die Rechte von Node.js, an die sich native Bibliotheken nicht halten müssen.',
      en: 'Uploaded files are read in a process of their own without network. Only the permissions of Node.js protect files and Unix sockets of this machine, and native libraries need not respect them.',
    },
    remedy: moreIsolation,
  },
  node: {
    message: {
      de: 'Hochgeladene Dateien werden in einem eigenen Prozess gelesen, den das System nicht abschirmt: Das Netz ist offen, und vor Dateien schützen nur die Rechte von Node.js, an die sich native Bibliotheken nicht halten müssen.',
      en: 'Uploaded files are read in a process of their own that the system does not isolate: the network is open, and only the permissions of Node.js protect files, which native libraries need not respect.',
    },
    remedy: moreIsolation,
  },
}

export const checkMessages: Readonly<Record<CheckName | 'audit log', CheckText>> = {
  settings: {
    title: { de: 'Einstellungen des Dienstes', en: 'Settings of the service' },
    well: { de: 'Alle Umgebungsvariablen sind gültig.', en: 'All environment variables are valid.' },
    failed: { de: 'Eine Umgebungsvariable ist ungültig.', en: 'An environment variable is not valid.' },
    remedy: { de: 'Verbessern Sie die genannte Variable.', en: 'Mend the variable that is named.' },
  },
  node: {
    title: { de: 'Node.js', en: 'Node.js' },
    well: { de: 'Die Version passt.', en: 'The version fits.' },
    failed: { de: 'Die Version ist zu alt.', en: 'The version is too old.' },
    remedy: {
      de: 'Starten Sie mit Node 24 oder neuer; `npm ci` bringt es mit.',
      en: 'Run it with Node 24 or newer; `npm ci` brings one along.',
    },
  },
  memory: {
    title: { de: 'Arbeitsspeicher', en: 'Memory' },
    well: { de: 'Er reicht.', en: 'There is enough.' },
    failed: { de: 'Der Arbeitsspeicher ist zu knapp.', en: 'There is too little memory.' },
    remedy: {
      de: 'Geben Sie dem Rechner oder Container mindestens 1 GB.',
      en: 'Give the machine or container 1 GB at least.',
    },
  },
  database: {
    title: { de: 'Datenbank', en: 'Database' },
    well: { de: 'Sie antwortet und ist auf dem aktuellen Stand.', en: 'It answers, and is current.' },
    failed: { de: 'Mit der Datenbank stimmt etwas nicht.', en: 'Something is wrong with the database.' },
    remedy: {
      de: 'Prüfen Sie DATABASE_URL, oder ob sich in DATA_DIR schreiben lässt.',
      en: 'Check DATABASE_URL, or that DATA_DIR can be written to.',
    },
  },
  'audit log': {
    title: { de: 'Protokoll', en: 'Audit log' },
    well: { de: 'Jeder Eintrag steht da, wie er geschrieben wurde.', en: 'Each entry is as it was written.' },
    failed: {
      de: 'Ein Eintrag wurde von außen geändert, entfernt oder hinzugefügt.',
      en: 'An entry was changed, removed or added from outside.',
    },
    remedy: {
      de: 'Vergleichen Sie es mit einer Sicherung von vorher: docs/audit-log.md sagt, wie.',
      en: 'Compare it with a backup from before: docs/audit-log.md tells how.',
    },
  },
  servers: {
    title: { de: 'Server-Verbund', en: 'Servers' },
    well: {
      de: 'Alle antworten, und jede Tabelle liegt, wo sie soll.',
      en: 'All answer, and each table is where it belongs.',
    },
    failed: { de: 'Mit einem der Server stimmt etwas nicht.', en: 'Something is wrong with one of the servers.' },
    remedy: {
      de: 'Richten Sie die Server ein, wie docs/scale.md es zeigt.',
      en: 'Set the servers up as docs/scale.md shows.',
    },
  },
  'secret key': {
    title: { de: 'Schlüssel', en: 'Secret key' },
    well: { de: 'Was er verschlüsselt, lässt sich wieder öffnen.', en: 'It opens what it seals.' },
    failed: {
      de: 'Verschlüsseltes lässt sich nicht öffnen: Webhooks, Kalender und Links sind betroffen.',
      en: 'What is sealed cannot be opened: webhooks, calendars and links are affected.',
    },
    remedy: {
      de: 'Stellen Sie DATA_DIR/secret.key wieder her, oder setzen Sie SECRET_KEY.',
      en: 'Restore DATA_DIR/secret.key, or set SECRET_KEY.',
    },
  },
  storage: {
    title: { de: 'Dateien', en: 'Files' },
    well: { de: 'Dateien und Belege lassen sich ablegen.', en: 'Files and documents can be stored.' },
    failed: { de: 'Zurzeit lassen sich keine Dateien ablegen.', en: 'No files can be stored at present.' },
    remedy: {
      de: 'Prüfen Sie die S3_-Variablen, oder ob sich in DATA_DIR schreiben lässt.',
      en: 'Check the S3_ variables, or that DATA_DIR can be written to.',
    },
  },
  disk: {
    title: { de: 'Speicherplatz', en: 'Disk space' },
    well: { de: 'Es ist genug Platz frei.', en: 'There is enough free space.' },
    failed: {
      de: 'Der Speicherplatz wird knapp: Zuerst werden Uploads abgelehnt, dann alles, was etwas speichert.',
      en: 'Disk space is running out: uploads are refused first, then everything that stores something.',
    },
    remedy: {
      de: 'Schaffen Sie Platz auf der Platte von DATA_DIR, oder vergrößern Sie sie: docs/operations.md sagt, was wächst.',
      en: 'Free space on the disk of DATA_DIR, or enlarge it: docs/operations.md says what grows.',
    },
  },
  backup: {
    title: { de: 'Sicherung', en: 'Backup' },
    well: { de: 'Die letzte Sicherung ist höchstens zwei Tage alt.', en: 'The last backup is at most two days old.' },
    failed: { de: 'Seit zwei Tagen gibt es keine Sicherung.', en: 'There has been no backup for two days.' },
    remedy: {
      de: 'Starten Sie `kontor backup`: der Befehl sagt, woran es liegt.',
      en: 'Run `kontor backup`: it says what is wrong.',
    },
    notice: ({ backup }) =>
      backup.to
        ? null
        : {
            message: { de: 'Kontor sichert nichts.', en: 'Kontor makes no backups.' },
            remedy: {
              de: 'Setzen Sie BACKUP_TO, oder sichern Sie mit Werkzeugen der Datenbank: docs/operations.md.',
              en: 'Set BACKUP_TO, or use the tools of the database: docs/operations.md.',
            },
          },
  },
  quotas: {
    title: { de: 'Grenzen', en: 'Quotas' },
    well: {
      de: 'Was eine Organisation speichern darf, ist festgelegt.',
      en: 'It is set what an organization may store.',
    },
    failed: { de: 'Die Grenzen lassen sich nicht lesen.', en: 'The quotas cannot be read.' },
    remedy: {
      de: 'Prüfen Sie ROW_QUOTA und STORAGE_QUOTA_BYTES.',
      en: 'Check ROW_QUOTA and STORAGE_QUOTA_BYTES.',
    },
  },
  mail: {
    title: { de: 'Mail', en: 'Mail' },
    well: { de: 'Mail kann verschickt werden.', en: 'Mail can be sent.' },
    failed: {
      de: 'Zurzeit wird keine Mail verschickt. Was wartet, geht hinaus, sobald es wieder klappt.',
      en: 'No mail is sent at present. What waits goes out as soon as it works again.',
    },
    remedy: { de: 'Prüfen Sie SMTP_URL oder POSTMARK_TOKEN.', en: 'Check SMTP_URL or POSTMARK_TOKEN.' },
    notice: ({ mail }) =>
      mail.via === 'outbox'
        ? {
            message: {
              de: 'Mail wird nicht verschickt, sondern als Datei abgelegt.',
              en: 'Mail is not sent: it is kept as files.',
            },
            remedy: { de: 'Setzen Sie SMTP_URL oder POSTMARK_TOKEN.', en: 'Set SMTP_URL or POSTMARK_TOKEN.' },
          }
        : null,
  },
  'base rate': {
    title: { de: 'Basiszinssatz', en: 'Base rate' },
    well: {
      de: 'Der Satz dieses Halbjahrs für Verzugszinsen ist da (§ 247 BGB).',
      en: 'The rate of this half-year for default interest is there (§ 247 BGB).',
    },
    failed: {
      de: 'Der Satz dieses Halbjahrs fehlt: Verzugszinsen rechnen mit dem vorigen weiter.',
      en: 'The rate of this half-year is missing: default interest goes on at the one before.',
    },
    remedy: {
      de: 'Tragen Sie ihn unter Mahnwesen ein, wie ihn die Bundesbank bekannt gibt, oder mit `kontor base-rate add --from D --percent P`.',
      en: 'Enter it under Dunning, as the Bundesbank announces it, or by `kontor base-rate add --from D --percent P`.',
    },
  },
  assistant: {
    title: { de: 'Assistent', en: 'Assistant' },
    well: { de: 'Er antwortet.', en: 'It answers.' },
    failed: { de: 'Das Sprachmodell antwortet nicht.', en: 'The language model does not answer.' },
    remedy: {
      de: 'Prüfen Sie die ASSISTANT_-Variablen; ohne sie antwortet ein eingebauter.',
      en: 'Check the ASSISTANT_ variables; without them a built-in answers.',
    },
  },
  seal: {
    title: { de: 'Siegel', en: 'Seal' },
    well: { de: 'Unterschriebene Dokumente werden gesiegelt.', en: 'Signed documents are sealed.' },
    failed: { de: 'Dokumente lassen sich zurzeit nicht siegeln.', en: 'Documents cannot be sealed at present.' },
    remedy: {
      de: 'Prüfen Sie SIGNING_CERTIFICATE und sein Passwort, TSA_URL oder DATA_DIR/signing.pem.',
      en: 'Check SIGNING_CERTIFICATE and its password, TSA_URL, or DATA_DIR/signing.pem.',
    },
  },
  previews: {
    title: { de: 'Vorschau von Dateien', en: 'Previews of files' },
    well: {
      de: 'Hochgeladene Dateien werden in einem eigenen Prozess gelesen, der keine anderen Dateien und kein Netz erreicht.',
      en: 'Uploaded files are read in a process of their own that reaches no other files and no network.',
    },
    notice: async () => isolationNotices[await detectIsolation()],
    failed: { de: 'Vorschauen lassen sich zurzeit nicht erzeugen.', en: 'Previews cannot be made at present.' },
    remedy: moreIsolation,
  },
}

export const undeliveredMailFailure: FailureMessages = {
  failed: {
    de: 'In den letzten 24 Stunden wurde Mail nicht zugestellt.',
    en: 'Mail was not delivered in the last 24 hours.',
  },
  remedy: {
    de: 'Prüfen Sie die Adressen; Listen zeigen mit `delivery=failed,bounced`, was betroffen ist. Lehnt der Mailserver alles ab, prüfen Sie MAIL_FROM.',
    en: 'Check the addresses; lists show what is affected with `delivery=failed,bounced`. Where the mail server refuses everything, check MAIL_FROM.',
  },
}

export const certificateExpiryFailure: FailureMessages = {
  failed: {
    de: 'Das Zertifikat läuft in den nächsten 60 Tagen ab. Was gesiegelt ist, bleibt gültig.',
    en: 'The certificate ends within 60 days. What is sealed stays valid.',
  },
  remedy: {
    de: 'Erneuern Sie es mit `kontor renew-certificate`; ein eigenes (SIGNING_CERTIFICATE) erneuert, wer es ausgestellt hat.',
    en: 'Renew it by `kontor renew-certificate`; one of your own (SIGNING_CERTIFICATE) is renewed by its authority.',
  },
}

/** For owners who do not run the installation. */
export const askOperatorRemedy: Bilingual = {
  de: 'Wer Kontor betreibt, kann das beheben.',
  en: 'Whoever runs Kontor can mend this.',
}

export const logTooLong: Bilingual = {
  de: 'Es ist zu lang, um es hier zu prüfen.',
  en: 'It is too long to be verified here.',
}
export const runDoctorRemedy: Bilingual = {
  de: '`kontor doctor` prüft es ganz.',
  en: '`kontor doctor` verifies all of it.',
}
