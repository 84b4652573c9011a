import { select } from '#core/database/select'
import { invalidState } from '#core/errors/problem'
import { assertMayResend } from '#core/mail/resend-limit'
import type { Context } from '#core/operation/context'
import type { Row } from '#core/schema/row'
import type { Language } from '#core/text/language'
import { Client } from '#features/people/clients/client.entity'
import { readOrganization } from '#features/people/organizations/organization.reads'
import { assertCanResend, resolveRecipients } from '../invoices/document/recipients.ts'
import { Invoice } from '../invoices/invoice.entity.ts'
import type { SendInvoiceInput } from '../invoices/invoice.inputs.ts'
import { readArchivedBytes, readArchivedDocument } from '../issuing/archive.ts'
import { mailArchivedDocument } from '../issuing/issue-document.ts'
import { Reminder, reminderMailKinds } from './reminder.entity.ts'
import { buildReminderMail } from './reminder.mail.ts'

/** Mails the archived reminder again. Throws 409 if a later one followed or nothing is open. */
export async function resendReminder(context: Context, id: string, input: SendInvoiceInput): Promise<Row<Reminder>> {
  const reminder = await context.read(Reminder, id)
  const { level, totalCents, dueDate } = reminder
  const [invoice, client, seller, earlierLevels] = await Promise.all([
    context.readReferenced(Invoice, reminder.invoiceId, 'invoiceId'),
    context.readReferenced(Client, reminder.clientId, 'clientId'),
    readOrganization(context),
    readEarlierLevels(context, reminder),
  ])
  if (invoice.reminderLevel !== level) throw invalidState(superseded)
  if (invoice.openCents <= 0) throw invalidState(nothingOpen)
  assertCanResend(client, input)
  await assertMayResend(context, reminderMailKinds, id)
  const archived = await readArchivedDocument(context, id, 'reminder')
  await readArchivedBytes(context, archived, 'pdf')
  const language = reminder.language as Language
  const mailed = { language, level, totalCents, dueDate, earlierLevels, invoice: { number: invoice.number ?? '' } }
  await mailArchivedDocument(
    context,
    id,
    archived,
    buildReminderMail(mailed, seller, resolveRecipients(client, input) ?? [], input),
  )
  return reminder
}

async function readEarlierLevels(context: Context, { invoiceId, level }: Row<Reminder>): Promise<number[]> {
  const rows = await context.query<{ level: number }>(
    select`level from reminders
        where organization_id = ${context.organizationId} and invoice_id = ${invoiceId} and level < ${level} order by level`,
  )
  return rows.map(({ level: earlier }) => earlier)
}

const superseded = {
  de: 'Auf diese Mahnung ist schon eine weitere gefolgt: Senden Sie die letzte.',
  en: 'A later reminder has followed this one: resend the last one.',
}
const nothingOpen = { de: 'Auf dieser Rechnung ist nichts offen.', en: 'Nothing is open on this invoice.' }
