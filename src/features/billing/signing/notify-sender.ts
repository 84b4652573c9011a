import { roles } from '#core/access/policy'
import { select } from '#core/database/select'
import { queueNotificationMail } from '#core/mail/notification-mail'
import type { Context } from '#core/operation/context'
import type { Language } from '#core/text/language'
import { readOrganization } from '#features/people/organizations/organization.reads'
import { formatDocumentTitle, type LinkedDocument } from './linked-document.ts'

type Outcome = { signer: string } | { reason: string | null }

/** Mails the outcome to the sender of a document, in their language. */
export async function notifySender(
  context: Context,
  { link, signable, shown }: LinkedDocument,
  outcome: Outcome,
): Promise<void> {
  // Links that were not mailed, as in the demo, have no sender.
  const reader = link.sentTo.length ? await findRecipient(context, link.sentBy) : undefined
  if (!reader) return
  const language = (reader.language ?? (await readOrganization(context)).defaultLanguage) as Language
  const words = texts[language]
  const document = formatDocumentTitle(language, signable, shown)
  const told = 'signer' in outcome ? words.signed(document, outcome.signer) : words.declined(document, outcome.reason)
  await queueNotificationMail(context, {
    kind: 'signer' in outcome ? 'document_signed' : 'document_declined',
    subjectId: link.subjectId,
    to: reader.email,
    language,
    greeting: words.greeting(reader.name),
    subject: told.subject,
    paragraphs: [...told.paragraphs, words.sentTo(link.sentTo.join(', '))],
  })
}

interface Recipient {
  email: string
  name: string
  language: string | null
}

/** The sender, or if they can no longer read it, the longest-standing owner. */
async function findRecipient(context: Context, sentBy: string | null): Promise<Recipient | undefined> {
  const [reader] = await context.query<Recipient>(
    select`email, name, language from members
        where organization_id = ${context.organizationId} and role = any(${[...roles.moneyReaders]}::text[])
        order by coalesce(id = ${sentBy}::uuid, false) desc, role = 'owner' desc, created_at, id limit 1`,
  )
  return reader
}

const texts = {
  de: {
    greeting: (name: string) => `Guten Tag ${name},`,
    signed: (document: string, signer: string) => ({
      subject: `Unterschrieben: ${document}`,
      paragraphs: [`${signer} hat unterschrieben: ${document}.`],
    }),
    declined: (document: string, reason: string | null) => ({
      subject: `Abgelehnt: ${document}`,
      paragraphs: [
        `das Dokument wurde abgelehnt: ${document}.`,
        reason ? `Als Grund wurde angegeben:\n${reason}` : 'Ein Grund wurde nicht angegeben.',
      ],
    }),
    sentTo: (addresses: string) => `Der Link zum Unterschreiben ging an: ${addresses}.`,
  },
  en: {
    greeting: (name: string) => `Hello ${name},`,
    signed: (document: string, signer: string) => ({
      subject: `Signed: ${document}`,
      paragraphs: [`${signer} has signed: ${document}.`],
    }),
    declined: (document: string, reason: string | null) => ({
      subject: `Declined: ${document}`,
      paragraphs: [
        `The document has been declined: ${document}.`,
        reason ? `The reason given:\n${reason}` : 'No reason was given.',
      ],
    }),
    sentTo: (addresses: string) => `The link to sign it was sent to: ${addresses}.`,
  },
} as const
