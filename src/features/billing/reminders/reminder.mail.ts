import { formatCents } from '#core/money/decimal'
import type { Row } from '#core/schema/row'
import type { Organization } from '#features/people/organizations/organization.entity'
import { formatDay } from '../invoices/document/invoice.texts.ts'
import type { SendInvoiceInput } from '../invoices/invoice.inputs.ts'
import { buildDocumentMail, type DocumentMail } from '../issuing/issue-document.ts'
import type { ReminderDocument } from './document/reminder.document.ts'
import { reminderTexts, reminderTitle } from './document/reminder.texts.ts'

type MailedReminder = Pick<ReminderDocument, 'language' | 'level' | 'earlierLevels' | 'totalCents' | 'dueDate'> & {
  invoice: Pick<ReminderDocument['invoice'], 'number'>
}

export function buildReminderMail(
  { language, level, earlierLevels, invoice, totalCents, dueDate }: MailedReminder,
  seller: Row<Organization>,
  to: string[],
  { message, subject, cc }: SendInvoiceInput,
): DocumentMail {
  const t = reminderTexts[language]
  const name = seller.legalName ?? seller.name
  const body = t.mail[level === 0 ? 0 : 1]
  return buildDocumentMail(
    seller,
    {
      language,
      greeting: t.greeting,
      paragraphs: [
        body(invoice.number, formatCents(totalCents, language), formatDay(dueDate, language)),
        t.crossed,
        t.farewell,
      ],
      message,
      subject: subject ?? t.subject(reminderTitle({ level, earlierLevels }, language), invoice.number, name),
    },
    { to, cc },
  )
}
