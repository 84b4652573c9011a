import sql from 'sql-template-tag'
import type { Context } from '#core/operation/context'
import type { DocumentSeries } from '#core/operation/numbering'
import type { Row } from '#core/schema/row'
import { loadLogo } from '#features/content/files/logo'
import type { Client } from '#features/people/clients/client.entity'
import type { Organization } from '#features/people/organizations/organization.entity'
import { computeSha256, type DocumentFormat, type RenderedDocument } from '../../issuing/archive.ts'
import { type IssuedDocument, issueDocument, type RenderContext } from '../../issuing/issue-document.ts'
import { documentRenderer } from '../document/build-document.ts'
import { type InvoiceDocument, isXmlOnly } from '../document/invoice.document.ts'
import type { Invoice } from '../invoice.entity.ts'
import type { SendInvoiceInput } from '../invoice.inputs.ts'
import { buildInvoiceMail } from './invoice.mail.ts'

/** Renders a numbered document in a worker thread. */
async function renderIssuedDocument(
  { logoFileId, ...document }: InvoiceDocument & { logoFileId: string | null },
  { organizationId, services }: RenderContext,
): Promise<RenderedDocument> {
  const logo = await loadLogo({ organizationId, services }, { logoFileId })
  const { pdf, xml } = await services.threads.run(organizationId, documentRenderer, 'renderIssued', {
    ...document,
    logo,
  })
  return { pdf, xml: Buffer.from(xml), ...(logo && { partHashes: { logo: computeSha256(logo) } }) }
}

interface IssueOptions {
  number: [DocumentSeries, pattern: string, date: string]
  seller: Row<Organization>
  client: Row<Client>
  /** Without number and time. */
  document: InvoiceDocument
  /** Changes the invoice in the issuing transaction. */
  lock: () => void
  /** Null if the document is not mailed. */
  mail: SendInvoiceInput | null
}

const attachedFormats = ({ buyer }: Pick<InvoiceDocument, 'buyer'>): DocumentFormat[] =>
  isXmlOnly(buyer) ? ['xml'] : ['pdf']

/** Issues an invoice or a credit note, see `issueDocument`. */
export const issueInvoice = (
  context: Context,
  invoice: Invoice,
  { number, seller, client, document, lock, mail }: IssueOptions,
): Promise<IssuedDocument> =>
  issueDocument(context, {
    kind: invoice.kind,
    subjectId: invoice.id,
    number,
    buildContent: ({ number, at }) => ({
      ...document,
      number,
      createdAt: at.toISOString(),
      logoFileId: seller.logoFileId,
    }),
    render: renderIssuedDocument,
    async lock({ number, at, pdfSha256, partHashes }) {
      invoice.lock(number, at)
      invoice.pdfSha256 = pdfSha256
      const { seller, buyer, refund } = document
      invoice.parties = { seller, buyer, ...(refund && { refund }), ...(partHashes && { logoSha256: partHashes.logo }) }
      lock()
      await context.write(
        sql`insert into issued_documents (organization_id, invoice_id, issued_at, number, kind, client_id, issue_date, due_date,
              subtotal_cents, tax_cents, total_cents, content_hash, pdf_sha256)
            select organization_id, id, sent_at, number, kind, client_id, issue_date, due_date,
              subtotal_cents, tax_cents, total_cents, content_hash, pdf_sha256
            from invoices where organization_id = ${context.organizationId} and id = ${invoice.id}`,
      )
    },
    buildMail: () => mail && buildInvoiceMail(invoice, seller, client, mail),
    attachedFormats: attachedFormats(document),
  })
