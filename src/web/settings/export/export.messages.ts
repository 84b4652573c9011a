import { localized, type SameKeys } from '../../i18n/locale.ts'

const de = {
  accounting: {
    title: 'Buchhaltung',
    text: 'Rechnungen, Zahlungen und Mahnkosten eines Zeitraums als ZIP-Datei.',
    from: 'Von',
    to: 'Bis',
    format: 'Format',
    formats: { datev: 'DATEV', csv: 'CSV', gobd: 'Betriebsprüfung' },
    formatHints: {
      datev: 'Buchungsstapel und Debitoren für Ihre Steuerberatung (EXTF 700).',
      csv: 'Tabellen für Excel und andere Programme.',
      gobd: 'Datenträgerüberlassung nach GoBD: Tabellen mit index.xml, Belege und Protokoll.',
    },
    submit: 'Herunterladen',
    begun: 'Der Download beginnt.',
    logged: 'Jeder Export wird protokolliert.',
  },
  everything: {
    title: 'Alles',
    text: 'Alle Daten Ihrer Organisation als ZIP-Datei, zum Aufbewahren oder für den Umzug in eine andere Installation oder ein anderes Programm.',
    parts: [
      'Jede Tabelle als JSON-Zeilen: Kunden, Projekte, Zeiten, Rechnungen, Zahlungen, Termine, Seiten und alles andere.',
      'Alle ausgestellten Belege als PDF und XML, und alle Dateien.',
      'Ohne Passwörter, Token, Schlüssel und geheime Links.',
    ] as readonly string[],
    submit: 'Alles herunterladen',
  },
}

const en: SameKeys<typeof de> = {
  accounting: {
    title: 'Accounting',
    text: 'Invoices, payments and dunning charges of a period as a ZIP file.',
    from: 'From',
    to: 'To',
    format: 'Format',
    formats: { datev: 'DATEV', csv: 'CSV', gobd: 'Tax audit' },
    formatHints: {
      datev: 'Bookings and debtors for your tax adviser (EXTF 700).',
      csv: 'Tables for Excel and other programs.',
      gobd: 'For tax audits under GoBD: tables with index.xml, documents and the audit log.',
    },
    submit: 'Download',
    begun: 'Your download is starting.',
    logged: 'Each export is recorded in the audit log.',
  },
  everything: {
    title: 'Everything',
    text: 'All data of your organization as a ZIP file, to keep, or to move to another installation or another program.',
    parts: [
      'Every table as JSON lines: clients, projects, time, invoices, payments, events, pages and everything else.',
      'All issued documents as PDF and XML, and all files.',
      'Without passwords, tokens, keys and secret links.',
    ],
    submit: 'Download everything',
  },
}

export const messages = localized({ de, en })
