import { formatCents } from '#core/money/decimal'
import type { Row } from '#core/schema/row'
import type { Language } from '#core/text/language'
import type { Client } from '#features/people/clients/client.entity'
import type { Organization } from '#features/people/organizations/organization.entity'
import { resolveRecipients } from '../invoices/document/recipients.ts'
import { buildDocumentMail, type DocumentMail } from '../issuing/issue-document.ts'
import type { Quote } from './quote.entity.ts'
import type { SendQuoteInput } from './quote.inputs.ts'

export function composeQuoteMail(
  quote: Quote,
  seller: Row<Organization>,
  client: Row<Client>,
  wish: SendQuoteInput,
  link: string,
): DocumentMail {
  const language = (quote.language ?? 'de') as Language
  const words = texts[language]
  const name = seller.legalName ?? seller.name
  const number = quote.number ?? ''
  return buildDocumentMail(
    seller,
    {
      language: language,
      greeting: words.greeting,
      paragraphs: words.paragraphs(
        number,
        formatCents(quote.totalCents, language),
        showDay(quote.validUntil, language),
      ),
      action: { label: words.action, url: link },
      message: wish.message,
      subject: wish.subject ?? `${words.title} ${number} – ${name}`,
    },
    { to: resolveRecipients(client, wish) ?? [], cc: wish.cc },
  )
}

const showDay = (day: string, language: Language) =>
  new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )

const texts = {
  de: {
    greeting: 'Guten Tag,',
    title: 'Angebot',
    action: 'Angebot ansehen und unterschreiben',
    paragraphs: (number: string, total: string, until: string) => [
      `anbei erhalten Sie unser Angebot ${number} über ${total}. Es gilt bis zum ${until}.`,
      'Über den Link unten können Sie es ansehen und online annehmen oder ablehnen. Er ist nur für Sie bestimmt.',
      'Mit freundlichen Grüßen',
    ],
  },
  en: {
    greeting: 'Hello,',
    title: 'Quote',
    action: 'View and sign the quote',
    paragraphs: (number: string, total: string, until: string) => [
      `Please find attached our quote ${number} for ${total}. It is valid until ${until}.`,
      'Use the link below to view it and to accept or decline it online. The link is meant for you alone.',
      'Kind regards',
    ],
  },
} as const
