import { notFound } from '#core/errors/problem'
import type { ByteRoute } from '#core/rest/bytes'
import { isUuid } from '#core/schema/scalars'
import { archivedDocument, readArchived } from '../issuing/archive.ts'
import { fileName } from '../issuing/issue.ts'
import { reminders } from './reminder.policy.ts'

/** Where a browser finds the PDF by an address that was signed for it. */
export const documentPath = (id: string) => `/documents/reminders/${id}/pdf`

/** The routes of reminders that are bytes. */
export const reminderDocuments: ByteRoute[] = [
  {
    method: 'get',
    path: '/reminders/{id}/pdf',
    signedPath: documentPath('{id}'),
    may: reminders.read,
    contentType: 'application/pdf',
    operationId: 'getReminderPdf',
    summary: 'The letter as it was sent.',
    refuses: ['document_damaged'],
    // The bytes are read after the operation, when nobody waits for its connection.
    async handle({ request, reply, operate }) {
      const { id } = request.params as { id: string }
      const [archived, context] = await operate('read', async (context) => {
        if (!isUuid(id)) throw notFound()
        return [await readArchived(context, id, 'reminder'), context] as const
      })
      const pdf = await archivedDocument(context, archived, 'pdf')
      return reply
        .type('application/pdf')
        .header('content-disposition', `inline; filename="${fileName(archived.number)}.pdf"`)
        .header('cache-control', 'private, no-store')
        .send(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength))
    },
  },
]
