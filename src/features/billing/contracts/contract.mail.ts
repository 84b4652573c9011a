import type { Row } from '#core/schema/row'
import type { Language } from '#core/text/language'
import type { Client } from '#features/people/clients/client.entity'
import type { Organization } from '#features/people/organizations/organization.entity'
import { resolveRecipients } from '../invoices/document/recipients.ts'
import { buildDocumentMail, type DocumentMail } from '../issuing/issue-document.ts'
import type { Contract } from './contract.entity.ts'
import type { SendContractInput } from './contract.inputs.ts'

export function composeContractMail(
  contract: Contract,
  seller: Row<Organization>,
  client: Row<Client>,
  wish: SendContractInput,
  link: string,
): DocumentMail {
  const words = texts[(contract.language ?? 'de') as Language]
  const name = seller.legalName ?? seller.name
  const number = contract.number ?? ''
  return buildDocumentMail(
    seller,
    {
      language: (contract.language ?? 'de') as Language,
      greeting: words.greeting,
      paragraphs: words.paragraphs(number, contract.title),
      action: { label: words.action, url: link },
      message: wish.message,
      subject: wish.subject ?? `${words.title} ${number} – ${name}`,
    },
    { to: resolveRecipients(client, wish) ?? [], cc: wish.cc },
  )
}

const texts = {
  de: {
    greeting: 'Guten Tag,',
    title: 'Vertrag',
    action: 'Vertrag ansehen und unterschreiben',
    paragraphs: (number: string, title: string) => [
      `anbei erhalten Sie den Vertrag ${number} („${title}“).`,
      'Über den Link unten können Sie ihn ansehen und online unterschreiben oder ablehnen. Er ist 30 Tage gültig und nur für Sie bestimmt.',
      'Mit freundlichen Grüßen',
    ],
  },
  en: {
    greeting: 'Hello,',
    title: 'Contract',
    action: 'View and sign the contract',
    paragraphs: (number: string, title: string) => [
      `Please find attached the contract ${number} (“${title}”).`,
      'Use the link below to view it and to sign or decline it online. The link is valid for 30 days and meant for you alone.',
      'Kind regards',
    ],
  },
} as const
