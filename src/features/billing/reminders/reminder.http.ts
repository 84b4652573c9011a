import type { ByteRoute } from '#core/rest/bytes'
import { createDocumentHandler, findArchivedDocument } from '../issuing/document-routes.ts'
import { reminders } from './reminder.policy.ts'

/** Where a browser finds the PDF by an address that was signed for it. */
export const reminderPdfPath = (id: string) => `/documents/reminders/${id}/pdf`

/** The routes of reminders that are bytes. */
export const reminderDocumentRoutes: ByteRoute[] = [
  {
    method: 'get',
    path: '/reminders/{id}/pdf',
    signedPath: reminderPdfPath('{id}'),
    may: reminders.read,
    contentType: 'application/pdf',
    isRevalidated: true,
    operationId: 'getReminderPdf',
    summary: 'The letter as it was sent.',
    refuses: ['document_damaged'],
    handle: createDocumentHandler('pdf', (context, id) => findArchivedDocument(context, id, 'pdf', 'reminder')),
  },
]
