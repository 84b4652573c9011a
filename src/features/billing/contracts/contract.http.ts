import { notFound } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import type { ByteRoute } from '#core/rest/bytes'
import { isUuid } from '#core/schema/scalars'
import { Client } from '#features/people/clients/client.entity'
import { readOrganization } from '#features/people/organizations/organization.reads'
import { languageOf } from '../invoices/draft-invoice.ts'
import { archivedDocument, readArchived } from '../issuing/archive.ts'
import { fileName } from '../issuing/issue.ts'
import { Contract } from './contract.entity.ts'
import { contracts } from './contract.policy.ts'
import { readContent } from './contract.reads.ts'
import { documentOf, drawContract } from './document-of.ts'

/** Where a browser finds a contract by an address that was signed for it. */
export const documentPath = (id: string) => `/documents/contracts/${id}/pdf`

/** The routes of contracts that are bytes. */
export const contractDocuments: ByteRoute[] = [
  {
    method: 'get',
    path: '/contracts/{id}/pdf',
    signedPath: documentPath('{id}'),
    may: contracts.read,
    contentType: 'application/pdf',
    operationId: 'getContractPdf',
    summary: 'The contract as PDF/A-3; a draft is watermarked, a signed one has its evidence page.',
    refuses: ['validation_failed', 'document_damaged'],
    // What is read in the operation is little; bytes are read and drawn after it, when nobody waits for its connection.
    async handle({ request, reply, operate }) {
      const { id } = request.params as { id: string }
      const { bytes, name } = await operate('read', async (context) => {
        const contract = isUuid(id) ? await context.em.findOne(Contract, { id }) : null
        if (!contract) throw notFound()
        const bytes = contract.pdfSha256 ? await archivedBytes(context, contract) : await previewOf(context, contract)
        return { bytes, name: contract.number ?? 'Entwurf' }
      })
      const pdf = await bytes()
      return reply
        .type('application/pdf')
        .header('content-disposition', `inline; filename="${fileName(name)}.pdf"`)
        .header('cache-control', 'private, no-store')
        .send(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength))
    },
  },
]

async function archivedBytes(context: Context, contract: Contract) {
  const archived = await readArchived(context, contract.id, 'contract', 'signed_contract')
  return () => archivedDocument(context, archived, 'pdf')
}

/** A draft as it would look today, watermarked. */
async function previewOf(context: Context, contract: Contract): Promise<() => Promise<Uint8Array>> {
  const client = await context.read(Client, contract.clientId)
  const seller = await readOrganization(context)
  const content = await readContent(context, contract.id)
  const document = documentOf(contract, content, seller, client, languageOf(contract, client, context))
  const { logoFileId } = seller
  const at = contract.updatedAt.toISOString()
  return async () => (await drawContract({ ...document, number: null, at, logoFileId }, context)).pdf
}
