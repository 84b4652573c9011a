import type { ByteRoute } from '#core/rest/bytes'
import { answerDocument, findArchived } from '../issuing/answer-document.ts'
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
    isRevalidated: true,
    operationId: 'getReminderPdf',
    summary: 'The letter as it was sent.',
    refuses: ['document_damaged'],
    handle: answerDocument('pdf', (context, id) => findArchived(context, id, 'pdf', 'reminder')),
  },
]
