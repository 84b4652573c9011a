import type { ByteRoute } from '#core/rest/bytes'
import { createDocumentHandler, findArchivedDocument } from '../issuing/document-routes.ts'
import { reminders } from './reminder.policy.ts'

export const reminderPdfPath = (id: string) => `/documents/reminders/${id}/pdf`

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
