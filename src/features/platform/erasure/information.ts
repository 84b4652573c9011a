import { select } from '#core/database/select'
import type { Context } from '#core/operation/context'
import { toBerlinDate } from '#core/time/clock'
import { formatDay } from '#features/billing/invoices/document/invoice.texts'
import { readOrganization } from '#features/people/organizations/organization.reads'
import { recordTitles } from './erasure.messages.ts'
import { planErasure } from './erasure-plan.ts'
import { ErasureOutcome, type Person, type PersonKind } from './holdings.ts'

/** In the order of Art. 15(1) GDPR. */
interface Texts {
  title: string
  asOf: string
  complete: string
  controller: string
  privacy: string
  purposes: string
  purposesOf: Record<PersonKind, string>
  records: string
  columns: string
  uncounted: string
  untilErased: string
  recipients: string
  usualRecipients: readonly string[]
  recipientsOf: Record<PersonKind, readonly string[]>
  integrations: (hosts: string) => string
  thirdCountries: string
  source: string
  sourceOf: Record<PersonKind, string>
  automated: string
  noAutomated: string
  rights: string
  rightsText: string
}

const de: Texts = {
  title: 'Auskunft nach Art. 15 DSGVO',
  asOf: 'Stand',
  complete: 'Angaben in eckigen Klammern ergänzt der Verantwortliche, bevor er diese Auskunft weitergibt.',
  controller: 'Verantwortlicher',
  privacy: 'Datenschutzerklärung',
  purposes: 'Zwecke und Rechtsgrundlagen',
  purposesOf: {
    client:
      'Anbahnung und Erfüllung von Verträgen (Art. 6 Abs. 1 b DSGVO), Abrechnung, Buchführung und Steuern (Art. 6 Abs. 1 c), Nachweis von Erklärungen und Sicherheit des Systems (Art. 6 Abs. 1 f).',
    guest:
      'Vereinbarung und Durchführung von Terminen (Art. 6 Abs. 1 b DSGVO), Sicherheit des Systems (Art. 6 Abs. 1 f).',
    member:
      'Durchführung des Beschäftigungs- oder Vertragsverhältnisses, Zusammenarbeit und Zeiterfassung (Art. 6 Abs. 1 b DSGVO, § 26 BDSG), gesetzliche Aufzeichnungen (Art. 6 Abs. 1 c), Sicherheit des Systems (Art. 6 Abs. 1 f).',
  },
  records: 'Gespeicherte Daten und ihre Dauer',
  columns: '| Daten | Anzahl | Aufbewahrt bis | Grundlage |',
  uncounted: 'nicht gezählt',
  untilErased: 'bis zur Löschung',
  recipients: 'Empfänger',
  usualRecipients: [
    'Betreiber von Server, Datenbank, Ablage und Sicherungen: [Name]',
    'Anbieter für den Versand von E-Mails: [Name]',
  ],
  recipientsOf: {
    client: ['Steuerberatung und Finanzverwaltung: [Name]'],
    guest: ['Anbieter von Videokonferenzen: [Name]'],
    member: [],
  },
  integrations: (hosts) => `Angebundene Programme: ${hosts}`,
  thirdCountries: 'Länder außerhalb der EU: [keine, oder Land und Garantie nach Art. 46 DSGVO]',
  source: 'Herkunft der Daten',
  sourceOf: {
    client: 'Von Ihnen oder Ihrem Unternehmen; bei Zahlungen auch von der Bank. [weitere Quellen]',
    guest: 'Von Ihnen bei der Buchung. [weitere Quellen]',
    member: 'Von Ihnen und von denen, die mit Ihnen zusammenarbeiten. [weitere Quellen]',
  },
  automated: 'Automatisierte Entscheidungen',
  noAutomated: 'Es gibt keine automatisierte Entscheidung im Einzelfall und kein Profiling (Art. 22 DSGVO).',
  rights: 'Ihre Rechte',
  rightsText:
    'Sie können Berichtigung (Art. 16 DSGVO), Löschung (Art. 17), Einschränkung der Verarbeitung (Art. 18) und Übertragung Ihrer Daten (Art. 20) verlangen, der Verarbeitung widersprechen (Art. 21) und sich bei einer Aufsichtsbehörde für den Datenschutz beschweren (Art. 77).',
}

const en: Texts = {
  title: 'Information under Art. 15 GDPR',
  asOf: 'As of',
  complete: 'The controller completes what is in square brackets before passing this information on.',
  controller: 'Controller',
  privacy: 'Privacy policy',
  purposes: 'Purposes and legal bases',
  purposesOf: {
    client:
      'Preparing and performing contracts (Art. 6(1)(b) GDPR), billing, accounting and taxes (Art. 6(1)(c)), evidence of declarations and security of the system (Art. 6(1)(f)).',
    guest: 'Arranging and holding appointments (Art. 6(1)(b) GDPR), security of the system (Art. 6(1)(f)).',
    member:
      'Performing the employment or other contract, collaboration and time tracking (Art. 6(1)(b) GDPR), records required by law (Art. 6(1)(c)), security of the system (Art. 6(1)(f)).',
  },
  records: 'Stored data and how long it is kept',
  columns: '| Data | Count | Kept until | Basis |',
  uncounted: 'not counted',
  untilErased: 'until it is erased',
  recipients: 'Recipients',
  usualRecipients: ['Operator of server, database, storage and backups: [name]', 'Provider that sends email: [name]'],
  recipientsOf: {
    client: ['Tax adviser and tax authorities: [name]'],
    guest: ['Provider of video meetings: [name]'],
    member: [],
  },
  integrations: (hosts) => `Connected programs: ${hosts}`,
  thirdCountries: 'Countries outside the EU: [none, or the country and the safeguard under Art. 46 GDPR]',
  source: 'Source of the data',
  sourceOf: {
    client: 'From you or your company; for payments also from the bank. [further sources]',
    guest: 'From you when you booked. [further sources]',
    member: 'From you and the people you work with. [further sources]',
  },
  automated: 'Automated decisions',
  noAutomated: 'There is no automated individual decision-making and no profiling (Art. 22 GDPR).',
  rights: 'Your rights',
  rightsText:
    'You may request rectification (Art. 16 GDPR), erasure (Art. 17), restriction of processing (Art. 18) and portability of your data (Art. 20), object to the processing (Art. 21), and lodge a complaint with a supervisory authority (Art. 77).',
}

/** The information that must accompany a copy of personal data (Art. 15(1)(a) to (h) GDPR), as Markdown in the exporter's language. */
export async function createInformation(context: Context, person: Person): Promise<string> {
  const { language } = context
  const texts = { de, en }[language]
  const { name, legalName, street, postalCode, city, email, phone, privacyUrl } = await readOrganization(context)
  const { entries } = await planErasure(context, person)
  const shown = entries.filter(({ outcome }) => outcome !== ErasureOutcome.review)
  const rows = shown.map(({ kind, count, keptUntil, law }) => [
    recordTitles[kind]?.[language] ?? kind,
    count ?? texts.uncounted,
    keptUntil ? formatDay(keptUntil, language) : law ? '' : texts.untilErased,
    law?.[language] ?? '',
  ])
  const hosts = (await readReceivers(context)).join(', ')
  const controller = [legalName ?? name, street, [postalCode, city].filter(Boolean).join(' '), email, phone]
  const recipients = [
    ...texts.usualRecipients,
    ...texts.recipientsOf[person.kind],
    ...(hosts ? [texts.integrations(hosts)] : []),
    texts.thirdCountries,
  ]
  const section = (title: string, ...lines: string[]) => [`## ${title}`, ...lines].join('\n\n')
  return [
    `# ${texts.title}`,
    `${texts.asOf}: ${formatDay(toBerlinDate(context.clock.now()), language)}. ${texts.complete}`,
    section(
      texts.controller,
      controller.filter(Boolean).join(', '),
      ...(privacyUrl ? [`${texts.privacy}: ${privacyUrl}`] : []),
    ),
    section(texts.purposes, texts.purposesOf[person.kind]),
    section(
      texts.records,
      [texts.columns, '|---|---|---|---|', ...rows.map((row) => `| ${row.join(' | ')} |`)].join('\n'),
    ),
    section(texts.recipients, recipients.map((recipient) => `- ${recipient}`).join('\n')),
    section(texts.source, texts.sourceOf[person.kind]),
    section(texts.automated, texts.noAutomated),
    section(texts.rights, `${texts.rightsText}\n`),
  ].join('\n\n')
}

/** Hosts of webhooks that may receive the data. */
async function readReceivers(context: Context): Promise<string[]> {
  const found = await context.query<{ url: string }>(
    select`url from webhooks where organization_id = ${context.organizationId} and active order by url`,
  )
  return [...new Set(found.map(({ url }) => new URL(url).host))]
}
