import type { ByteRoute } from '#core/rest/bytes'
import type { DocumentKind } from '../issuing/archive.ts'
import { findArchivedDocument, sendDocument } from '../issuing/document-routes.ts'
import { resolveSigningLink } from './linked-document.ts'
import { signedDocumentKind } from './sign-document.ts'

/** The document as sent; once signed, with its evidence page. */
export const signingDocumentRoutes: ByteRoute[] = [
  {
    method: 'get',
    path: '/public/sign/{token}/pdf',
    isPublic: true,
    contentType: 'application/pdf',
    isRevalidated: true,
    operationId: 'getDocumentToSignPdf',
    summary: 'The document that a signing link leads to, as PDF; once signed, with its evidence page.',
    refuses: ['expired', 'document_damaged'],
    // The bytes are read after the operation.
    async handle({ request, reply, operate }) {
      const { token } = request.params as { token: string }
      const { name, bytes } = await operate('read', async (context) => {
        const { link, signable, shown } = await resolveSigningLink(context, token)
        const kinds = [signedDocumentKind(signable.kind), signable.kind as DocumentKind]
        const { bytes } = await findArchivedDocument(context, link.subjectId, 'pdf', ...kinds)
        return { name: shown.number, bytes }
      })
      return sendDocument(reply, { form: 'pdf', name, bytes: await bytes() })
    },
  },
]
