import { type BillableFragment, InvoiceChoicesDocument, type InvoiceChoicesQuery } from '#schema/web/graphql'
import { useQuery } from '../graphql/client.ts'

export type Choices = Pick<
  NonNullable<InvoiceChoicesQuery['organization']>,
  'defaultPaymentTermsDays' | 'smallBusiness'
> & {
  /** Whom it is to, until another is chosen. */
  client: BillableFragment | null
}

const nobody = '00000000-0000-0000-0000-000000000000'

/** By which terms one bills, and whom: the client that was named, or the only one there is. */
export const useChoices = (clientId: string) =>
  useQuery(InvoiceChoicesDocument, { clientId: clientId || nobody, isNamed: clientId !== '' }, ['client'])

export function choicesOf({ client, clients, organization }: InvoiceChoicesQuery): Choices | null {
  const [only, another] = clients?.clients ?? []
  return organization ? { ...organization, client: client ?? (another ? null : (only ?? null)) } : null
}
