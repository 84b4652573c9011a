import { invalidField } from '#core/errors/problem'
import type { Row } from '#core/schema/row'
import type { Client } from '#features/people/clients/client.entity'
import { SendChannel, type SendInvoiceInput } from '../invoice.inputs.ts'
import { neededForSending } from './assert-sendable.ts'

/** The requested recipients, or else the client's address for invoices; null if there is none. */
export const resolveRecipients = ({ invoiceEmail, email }: Row<Client>, { to }: SendInvoiceInput): string[] | null => {
  const address = invoiceEmail || email
  return to?.length ? to : address ? [address] : null
}

/** Throws 422 if the channel is not email or there is no recipient. */
export function assertCanResend(client: Row<Client>, input: SendInvoiceInput) {
  if (input.channel === SendChannel.none) throw invalidField('channel', onlyByMail)
  if (!resolveRecipients(client, input)) throw invalidField('client.email', neededForSending)
}

const onlyByMail = {
  de: 'kann hier nur `email` sein: Erneut gesendet wird per E-Mail',
  en: 'can only be `email` here: what is sent again is mailed',
}
