import { createExampleId, type Examples } from '#core/rest/openapi-examples'
import { things as clients } from '#features/people/clients/clients.examples'

/** Objects that the examples refer to. A test creates each and sends every example unchanged. */
const things = { reminder: createExampleId(70), overdue: createExampleId(71) }

/** Example requests by operation. */
export const examples: Examples = {
  things,
  ids: { '/reminders': things.reminder },
  operations: {
    listReminders: { parameters: { client_id: clients.client, level: 1 } },
    resendReminder: { parameters: { id: things.reminder }, body: { to: ['buchhaltung@mueller.example'] } },
    reminderPreview: { parameters: { id: things.overdue } },
    remindInvoice: {
      parameters: { id: things.overdue },
      body: { to: ['buchhaltung@mueller.example'], subject: 'Ihre Rechnung ist noch offen' },
    },
  },
}
