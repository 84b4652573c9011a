import { formatCents } from '#core/money/decimal'
import type { Row } from '#core/schema/row'
import type { Organization } from '#features/people/organizations/organization.entity'
import { showDay } from '../invoices/document/invoice.texts.ts'
import type { SendInvoiceInput } from '../invoices/invoice.inputs.ts'
import { type Letter, letterFrom } from '../issuing/issue.ts'
import type { ReminderDocument } from './document/reminder.document.ts'
import { reminderTexts, titleOf } from './document/reminder.texts.ts'

type Told = Pick<ReminderDocument, 'language' | 'level' | 'earlierLevels' | 'totalCents' | 'dueDate'> & {
  invoice: Pick<ReminderDocument['invoice'], 'number'>
}

/** The mail that takes a reminder to the client. */
export function letterOf(
  { language, level, earlierLevels, invoice, totalCents, dueDate }: Told,
  seller: Row<Organization>,
  to: string[],
  { message, subject, cc }: SendInvoiceInput,
): Letter {
  const words = reminderTexts[language]
  const name = seller.legalName ?? seller.name
  const body = words.mail[level === 0 ? 0 : 1]
  return letterFrom(
    seller,
    {
      language,
      greeting: words.greeting,
      paragraphs: [
        body(invoice.number, formatCents(totalCents, language), showDay(dueDate, language)),
        words.crossed,
        words.farewell,
      ],
      message,
      subject: subject ?? words.subject(titleOf({ level, earlierLevels }, language), invoice.number, name),
    },
    { to, cc },
  )
}
