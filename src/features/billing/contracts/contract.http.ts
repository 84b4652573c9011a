import { notFound } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import type { ByteRoute } from '#core/rest/bytes'
import { Client } from '#features/people/clients/client.entity'
import { readOrganization } from '#features/people/organizations/organization.reads'
import { resolveDocumentLanguage } from '../invoices/document/build-document.ts'
import {
  createDocumentHandler,
  createPreviewHandler,
  type FoundDocument,
  findArchivedDocument,
} from '../issuing/document-routes.ts'
import { Contract } from './contract.entity.ts'
import { contracts } from './contract.policy.ts'
import { readContractContent } from './contract.reads.ts'
import { renderContractInThread, toContractDocument } from './contract-document.ts'

/** Path of a signed URL of the PDF or its preview. */
export const contractDocumentPath = (id: string, form: 'pdf' | 'preview') => `/documents/contracts/${id}/${form}`

export const contractDocumentRoutes: ByteRoute[] = [
  {
    method: 'get',
    path: '/contracts/{id}/pdf',
    signedPath: contractDocumentPath('{id}', 'pdf'),
    may: contracts.read,
    contentType: 'application/pdf',
    isRevalidated: true,
    operationId: 'getContractPdf',
    summary: 'The contract as PDF/A-3; a draft is watermarked, a signed one has its evidence page.',
    refuses: ['validation_failed', 'document_damaged'],
    handle: createDocumentHandler('pdf', findPdf),
  },
  {
    method: 'get',
    path: '/contracts/{id}/preview',
    signedPath: contractDocumentPath('{id}', 'preview'),
    may: contracts.read,
    contentType: 'image/webp',
    isRevalidated: true,
    operationId: 'getContractPreview',
    summary: 'The first page of the PDF as a picture, at most 1,200 pixels high.',
    refuses: ['validation_failed', 'document_damaged'],
    handle: createPreviewHandler(findPdf),
  },
]

async function findPdf(context: Context, id: string): Promise<FoundDocument> {
  const contract = await context.em.findOne(Contract, { id })
  if (!contract) throw notFound()
  return contract.pdfSha256
    ? findArchivedDocument(context, id, 'pdf', 'contract', 'signed_contract')
    : { name: null, bytes: await preparePreview(context, contract) }
}

/** The draft as of today, watermarked. */
async function preparePreview(context: Context, contract: Contract): Promise<() => Promise<Uint8Array>> {
  const client = await context.read(Client, contract.clientId)
  const seller = await readOrganization(context)
  const content = await readContractContent(context, contract.id)
  const document = toContractDocument(
    contract,
    content,
    seller,
    client,
    resolveDocumentLanguage(contract, client, context),
  )
  const { logoFileId } = seller
  const at = contract.updatedAt.toISOString()
  return async () =>
    (await renderContractInThread({ ...document, number: null, at, logoFileId }, context, context.taskOwner)).pdf
}
