import { type BillableFragment, InvoiceChoicesDocument, type InvoiceChoicesQuery } from '#schema/web/graphql'
import { useQuery } from '../graphql/client.ts'

export type InvoiceDefaults = Pick<
  NonNullable<InvoiceChoicesQuery['organization']>,
  'defaultPaymentTermsDays' | 'smallBusiness'
> & {
  /** The preselected client. */
  client: BillableFragment | null
}

const nilUuid = '00000000-0000-0000-0000-000000000000'

/** Payment terms, and the given client or the only one there is. */
export const useInvoiceDefaults = (clientId: string) =>
  useQuery(InvoiceChoicesDocument, { clientId: clientId || nilUuid, isNamed: clientId !== '' }, ['client'])

export function toInvoiceDefaults({ client, clients, organization }: InvoiceChoicesQuery): InvoiceDefaults | null {
  const [only, another] = clients?.clients ?? []
  return organization ? { ...organization, client: client ?? (another ? null : (only ?? null)) } : null
}
