import type { ReminderDocument } from './reminder.document.ts'
import { renderReminderPdf } from './reminder.pdf.ts'

/** What the threads run: a pure function from a document to its bytes. */
export const renderReminder = async (document: ReminderDocument): Promise<{ pdf: Uint8Array }> => ({
  pdf: await renderReminderPdf(document),
})
