import { select } from '#core/database/select'
import { notFound } from '#core/errors/problem'
import { columnsOf } from '#core/operation/columns'
import type { Context } from '#core/operation/context'
import type { Row } from '#core/schema/row'
import { Organization } from './organization.entity.ts'

/** The organization of the operation, as a row to read from: the seller of its documents. */
export async function readOrganization(context: Context): Promise<Row<Organization>> {
  const [found] = await context.query<Organization>(
    select`${columnsOf(context, Organization, 'o')} from organizations o where o.id = ${context.organizationId}`,
  )
  if (!found) throw notFound()
  return found
}

/** What of the organization decides the tax of its documents. */
export type TaxStanding = Pick<Organization, 'country' | 'vatId' | 'smallBusiness'>

/** The organization's part in the tax of a draft: three columns, because a draft is priced whenever it is written. */
export async function readTaxStanding(context: Context): Promise<TaxStanding> {
  const [found] = await context.query<TaxStanding>(
    select`o.country, o.vat_id as "vatId", o.small_business as "smallBusiness"
        from organizations o where o.id = ${context.organizationId}`,
  )
  if (!found) throw notFound()
  return found
}
