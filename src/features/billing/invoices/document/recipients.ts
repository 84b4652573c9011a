import { invalidField } from '#core/errors/problem'
import type { Row } from '#core/schema/row'
import type { Client } from '#features/people/clients/client.entity'
import { SendChannel, type SendInvoiceInput } from '../invoice.inputs.ts'
import { neededForSending } from './assert-sendable.ts'

/** Where a document is mailed to: as the letter says, else to the client's address for invoices; null where there is none. */
export const resolveRecipients = ({ invoiceEmail, email }: Row<Client>, { to }: SendInvoiceInput): string[] | null => {
  const address = invoiceEmail || email
  return to?.length ? to : address ? [address] : null
}

/** What is sent again is mailed: 422 where that is not wanted, or there is nobody to mail it to. */
export function assertCanResend(client: Row<Client>, wish: SendInvoiceInput) {
  if (wish.channel === SendChannel.none) throw invalidField('channel', onlyByMail)
  if (!resolveRecipients(client, wish)) throw invalidField('client.email', neededForSending)
}

const onlyByMail = {
  de: 'kann hier nur `email` sein: Erneut gesendet wird per E-Mail',
  en: 'can only be `email` here: what is sent again is mailed',
}
