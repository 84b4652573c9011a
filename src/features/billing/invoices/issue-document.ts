import { unavailable } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { nextNumber, type Series } from '#core/operation/numbering'
import type { Row } from '#core/schema/row'
import type { Language } from '#core/text/language'
import { TaskStopped, threadModule } from '#core/threads/threads'
import type { Client } from '#features/people/clients/client.entity'
import type { Organization } from '#features/people/organizations/organization.entity'
import { archive, sha256Of } from './archive.ts'
import type { InvoiceDocument } from './document/document.ts'
import type { Invoice } from './invoice.entity.ts'

/** An invoice as a document: everything that is printed, with seller and buyer as they are now. */
export function documentOf(
  invoice: Invoice,
  seller: Row<Organization>,
  buyer: Row<Client>,
  language: Language,
  {
    logo = null,
    credited,
    refund,
  }: { logo?: Uint8Array | null; credited?: Invoice } & Pick<InvoiceDocument, 'refund'> = {},
): InvoiceDocument {
  const { kind, number, issueDate, dueDate, serviceFrom, serviceTo, lineItems, subtotalCents, taxCents, totalCents } =
    invoice
  const { taxBreakdown, introduction, closing, cashDiscountPercent, cashDiscountDays } = invoice
  return {
    kind,
    number,
    issueDate,
    dueDate,
    serviceFrom,
    serviceTo,
    language,
    createdAt: (invoice.sentAt ?? invoice.updatedAt).toISOString(),
    seller: pick(seller, sellerFields),
    buyer: pick(buyer, buyerFields),
    lines: lineItems,
    subtotalCents,
    taxCents,
    totalCents,
    taxBreakdown,
    introduction,
    closing,
    cashDiscountPercent,
    cashDiscountDays,
    credited: credited ? { number: credited.number ?? '', issueDate: credited.issueDate } : null,
    ...(refund && { refund }),
    logo,
  }
}

const sellerFields = [
  ...(['legalName', 'street', 'postalCode', 'city', 'country', 'vatId', 'taxNumber', 'smallBusiness'] as const),
  ...(['iban', 'bic', 'bankName', 'accountHolder', 'email', 'phone', 'website'] as const),
  ...(['registerCourt', 'registerNumber', 'managingDirectors', 'contactName', 'accentColor'] as const),
] as const

const buyerFields = [
  ...(['kind', 'name', 'contactName', 'street', 'postalCode', 'city', 'country', 'vatId', 'email'] as const),
  ...(['customerNumber', 'buyerReference'] as const),
] as const

const pick = <Whole, Key extends keyof Whole>(whole: Whole, keys: readonly Key[]) =>
  Object.fromEntries(keys.map((key) => [key, whole[key]])) as Pick<Whole, Key>

const renderer = threadModule<typeof import('./document/render.ts')>(import.meta.url, './document/render')

/** A draft as it would look today: watermarked, and without an XML. */
export const renderDraft = ({ organizationId, services }: Context, document: InvoiceDocument): Promise<Uint8Array> =>
  services.threads.run(organizationId, renderer, 'renderDraft', document).catch(tooMuch)

/** 503: with the limits on a document only a service that has too much to do stops one. */
function tooMuch(error: unknown): never {
  throw error instanceof TaskStopped ? unavailable() : error
}

/**
 * The next number of a series, held until the end of the operation: others of the organization wait for it, but not
 * for a thread to begin, which takes seconds.
 */
export async function takeNumber(
  context: Context,
  ...series: [Series, pattern: string, date: string]
): Promise<string> {
  await context.services.threads.run(context.organizationId, renderer, 'ready', null).catch(tooMuch)
  return nextNumber(context, ...series)
}

/** Renders a numbered document and archives it under its content's hash: the bytes that are mailed and served ever after. */
export async function archiveDocument(context: Context, invoice: Invoice, document: InvoiceDocument) {
  const { threads } = context.services
  const { pdf, xml } = await threads.run(context.organizationId, renderer, 'renderIssued', document).catch(tooMuch)
  const { seller, buyer, logo } = document
  invoice.parties = { seller, buyer, ...(logo && { logoSha256: sha256Of(logo) }) }
  await archive(context, invoice, pdf, Buffer.from(xml))
}
