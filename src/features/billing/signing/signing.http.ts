import type { ByteRoute } from '#core/rest/bytes'
import { archivedDocument, type DocumentKind, readArchived } from '../issuing/archive.ts'
import { fileName } from '../issuing/issue.ts'
import { followLink } from './documents.ts'
import { signedKind } from './sign-document.ts'

/** The document of a signing link, as it was sent; once signed, with its evidence page. */
export const signingDocuments: ByteRoute[] = [
  {
    method: 'get',
    path: '/public/sign/{token}/pdf',
    isPublic: true,
    contentType: 'application/pdf',
    operationId: 'getDocumentToSignPdf',
    summary: 'The document that a signing link leads to, as PDF; once signed, with its evidence page.',
    refuses: ['expired', 'document_damaged'],
    // What is read in the operation is little; the bytes are read after it.
    async handle({ request, reply, operate }) {
      const { token } = request.params as { token: string }
      const { name, bytes } = await operate('read', async (context) => {
        const { link, signable, shown } = await followLink(context, token)
        const kinds = [signedKind(signable.kind), signable.kind as DocumentKind]
        const archived = await readArchived(context, link.subjectId, ...kinds)
        return { name: shown.number, bytes: () => archivedDocument(context, archived, 'pdf') }
      })
      const pdf = await bytes()
      return reply
        .type('application/pdf')
        .header('content-disposition', `inline; filename="${fileName(name)}.pdf"`)
        .header('cache-control', 'private, no-store')
        .header('referrer-policy', 'no-referrer')
        .send(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength))
    },
  },
]
