import { invalidState } from '#core/errors/problem'
import { assertMayResend } from '#core/mail/resend-limit'
import { formatCents } from '#core/money/decimal'
import type { Context } from '#core/operation/context'
import type { Row } from '#core/schema/row'
import type { Language } from '#core/text/language'
import { Client } from '#features/people/clients/client.entity'
import type { Organization } from '#features/people/organizations/organization.entity'
import { readOrganization } from '#features/people/organizations/organization.reads'
import { archivedFormats, readArchivedBytes, readArchivedDocument } from '../../issuing/archive.ts'
import { buildDocumentMail, type DocumentMail, mailArchivedDocument } from '../../issuing/issue-document.ts'
import { type DocumentBuyer, isXmlOnly } from '../document/invoice.document.ts'
import { assertCanResend, resolveRecipients } from '../document/recipients.ts'
import { type Invoice, InvoiceKind, InvoiceStatus, invoiceMailKinds } from '../invoice.entity.ts'
import type { SendInvoiceInput } from '../invoice.inputs.ts'

export function buildInvoiceMail(
  invoice: Invoice,
  seller: Row<Organization>,
  client: Row<Client>,
  input: SendInvoiceInput,
): DocumentMail {
  const language = (invoice.language ?? 'de') as Language
  const t = texts[language][invoice.kind as `${InvoiceKind}`]
  const name = seller.legalName ?? seller.name
  const paragraphs = t.paragraphs(
    invoice.number ?? '',
    formatCents(Math.abs(invoice.totalCents), language),
    paymentRequest(invoice, seller.iban, language),
  )
  const { zugferd, xRechnung } = texts[language]
  const adapted = isSentAsXml(invoice)
    ? [...paragraphs.filter((text) => text !== zugferd).slice(0, -1), xRechnung, paragraphs.at(-1) ?? '']
    : paragraphs
  const { message, subject = null } = input
  return buildDocumentMail(
    seller,
    {
      language,
      greeting: texts[language].greeting,
      paragraphs: adapted,
      message,
      subject: subject ?? `${t.title} ${invoice.number} – ${name}`,
    },
    { to: resolveRecipients(client, input) ?? [], cc: input.cc },
  )
}

/** Goes by the client's format when the document was issued, not by the present one. */
const isSentAsXml = ({ parties }: Invoice) => isXmlOnly((parties as { buyer?: DocumentBuyer } | null)?.buyer ?? {})

/** Mails the archived document again. Throws 409 for a draft. */
export async function resendInvoice(context: Context, invoice: Invoice, input: SendInvoiceInput): Promise<Invoice> {
  if (invoice.status === InvoiceStatus.draft)
    throw invalidState({ de: 'Ein Entwurf wird nicht verschickt.', en: 'A draft is not mailed.' })
  const client = await context.readReferenced(Client, invoice.clientId, 'clientId')
  assertCanResend(client, input)
  await assertMayResend(context, invoiceMailKinds, invoice.id)
  const archived = await readArchivedDocument(context, invoice.id)
  for (const form of archivedFormats(archived)) await readArchivedBytes(context, archived, form)
  const mail = buildInvoiceMail(invoice, await readOrganization(context), client, input)
  await mailArchivedDocument(context, invoice.id, archived, mail, isSentAsXml(invoice) ? ['xml'] : ['pdf'])
  return invoice
}

function paymentRequest(
  { kind, openCents, refundDueCents, dueDate }: Invoice,
  iban: string | null,
  language: Language,
) {
  const t = texts[language]
  if (kind === InvoiceKind.credit_note)
    return refundDueCents > 0 ? t.refundDue(formatCents(refundDueCents, language)) : ''
  return openCents > 0 ? t.request(formatLongDate(dueDate, language), iban) : t.nothingDue
}

const formatLongDate = (day: string, language: Language) =>
  new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )

const zugferd = {
  de: 'Die PDF-Datei ist eine E-Rechnung im Format ZUGFeRD: Sie enthält dieselben Angaben auch maschinenlesbar.',
  en: 'The PDF is an e-invoice in the ZUGFeRD format: it carries the same figures for your software to read.',
} as const

const texts = {
  de: {
    greeting: 'Guten Tag,',
    zugferd: zugferd.de,
    xRechnung: 'Die XML-Datei ist eine E-Rechnung im Format XRechnung. Eine Ansicht als PDF senden wir Ihnen gern.',
    request: (due: string, iban: string | null) =>
      iban ? `Bitte überweisen Sie den Betrag bis zum ${due}.` : `Der Betrag ist bis zum ${due} zu zahlen.`,
    refundDue: (refund: string) => ` Zu erstatten sind ${refund}.`,
    nothingDue: 'Es ist nichts zu zahlen.',
    invoice: {
      title: 'Rechnung',
      paragraphs: (number: string, total: string, request: string) => [
        `anbei erhalten Sie unsere Rechnung ${number} über ${total}. ${request}`,
        zugferd.de,
        'Mit freundlichen Grüßen',
      ],
    },
    advance: {
      title: 'Abschlagsrechnung',
      paragraphs: (number: string, total: string, request: string) => [
        `anbei erhalten Sie unsere Abschlagsrechnung ${number} über ${total}. ${request}`,
        zugferd.de,
        'Mit freundlichen Grüßen',
      ],
    },
    final: {
      title: 'Schlussrechnung',
      paragraphs: (number: string, total: string, request: string) => [
        `anbei erhalten Sie unsere Schlussrechnung ${number} mit einem Restbetrag von ${total}. ${request}`,
        zugferd.de,
        'Mit freundlichen Grüßen',
      ],
    },
    credit_note: {
      title: 'Rechnungskorrektur',
      paragraphs: (number: string, total: string, refund: string) => [
        `anbei erhalten Sie unsere Rechnungskorrektur ${number} über ${total}.${refund}`,
        'Mit freundlichen Grüßen',
      ],
    },
  },
  en: {
    greeting: 'Hello,',
    zugferd: zugferd.en,
    xRechnung: 'The XML file is an e-invoice in the XRechnung format. We will gladly send you a PDF to read.',
    request: (due: string, iban: string | null) =>
      iban ? `Kindly transfer the amount by ${due}.` : `The amount is payable by ${due}.`,
    refundDue: (refund: string) => ` To be refunded: ${refund}.`,
    nothingDue: 'There is nothing to pay.',
    invoice: {
      title: 'Invoice',
      paragraphs: (number: string, total: string, request: string) => [
        `Please find attached our invoice ${number} for ${total}. ${request}`,
        zugferd.en,
        'Kind regards',
      ],
    },
    advance: {
      title: 'Advance invoice',
      paragraphs: (number: string, total: string, request: string) => [
        `Please find attached our advance invoice ${number} for ${total}. ${request}`,
        zugferd.en,
        'Kind regards',
      ],
    },
    final: {
      title: 'Final invoice',
      paragraphs: (number: string, total: string, request: string) => [
        `Please find attached our final invoice ${number}; the remaining amount is ${total}. ${request}`,
        zugferd.en,
        'Kind regards',
      ],
    },
    credit_note: {
      title: 'Credit note',
      paragraphs: (number: string, total: string, refund: string) => [
        `Please find attached our credit note ${number} for ${total}.${refund}`,
        'Kind regards',
      ],
    },
  },
} as const
