import type { ReminderDocument } from './reminder.document.ts'
import { renderReminderPdf } from './reminder.pdf.ts'

/** Runs in worker threads. */
export const renderReminder = async (document: ReminderDocument): Promise<{ pdf: Uint8Array }> => ({
  pdf: await renderReminderPdf(document),
})
