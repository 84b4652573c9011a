import type { Context } from '#core/operation/context'
import type { Services } from '#core/operation/services'
import type { Row } from '#core/schema/row'
import type { Language } from '#core/text/language'
import { type TaskOwner, threadModule } from '#core/threads/threads'
import type { Client } from '#features/people/clients/client.entity'
import type { Organization } from '#features/people/organizations/organization.entity'
import type { Invoice } from '../invoice.entity.ts'
import type { InvoiceDocument } from './invoice.document.ts'

/** Collects everything that is printed, with seller and buyer as they are now. */
export function buildInvoiceDocument(
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
    ...toDocumentParties(seller, buyer),
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
    ...(invoice.advances.length > 0 && { advances: invoice.advances }),
    logo,
  }
}

export const toDocumentParties = (seller: Row<Organization>, buyer: Row<Client>) => ({
  seller: toDocumentSeller(seller),
  buyer: pick(buyer, buyerFields),
})

export const toDocumentSeller = (seller: Row<Organization>) => pick(seller, sellerFields)

const sellerFields = [
  ...(['legalName', 'street', 'postalCode', 'city', 'country', 'vatId', 'taxNumber'] as const),
  ...(['smallBusiness', 'oneStopShop'] as const),
  ...(['iban', 'bic', 'bankName', 'accountHolder', 'email', 'phone', 'website'] as const),
  ...(['registerCourt', 'registerNumber', 'managingDirectors', 'contactName', 'accentColor'] as const),
] as const

const buyerFields = [
  ...(['kind', 'name', 'contactName', 'street', 'postalCode', 'city', 'country', 'vatId', 'email'] as const),
  ...(['customerNumber', 'registrationNumber', 'buyerReference', 'invoiceFormat'] as const),
] as const

const pick = <Whole, Key extends keyof Whole>(whole: Whole, keys: readonly Key[]) =>
  Object.fromEntries(keys.map((key) => [key, whole[key]])) as Pick<Whole, Key>

export const documentRenderer = threadModule<typeof import('./render.ts')>(import.meta.url, './render')

/** Renders a draft with a watermark and without XML. */
export const renderDraft = ({ taskOwner, services }: Context, document: InvoiceDocument): Promise<Uint8Array> =>
  services.threads.run(taskOwner, documentRenderer, 'renderDraft', document)

/** The first page of an unnumbered invoice as WebP. */
export const renderFirstPage = (
  { threads }: Pick<Services, 'threads'>,
  taskOwner: TaskOwner,
  document: InvoiceDocument,
): Promise<Uint8Array> => threads.run(taskOwner, documentRenderer, 'renderFirstPage', document)

/** The requested language, or else that of the document, the client or the organization. */
export const resolveDocumentLanguage = (
  { language }: { language: string | null },
  client: { language: string | null },
  context: Context,
): Language => (context.documentLanguage ?? language ?? client.language ?? context.organizationLanguage) as Language
