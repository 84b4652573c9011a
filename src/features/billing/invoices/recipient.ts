import type { Row } from '#core/schema/row'
import type { Client } from '#features/people/clients/client.entity'
import type { SendInvoiceInput } from './invoice.inputs.ts'

/** Where a document is mailed to: as the letter says, else to the client's address for invoices; null where there is none. */
export const recipient = ({ invoiceEmail, email }: Row<Client>, { to }: SendInvoiceInput): string[] | null => {
  const address = invoiceEmail || email
  return to?.length ? to : address ? [address] : null
}
