import { select } from '#core/database/select'
import { notFound } from '#core/errors/problem'
import { selectAllColumns } from '#core/operation/columns'
import type { Context } from '#core/operation/context'
import type { Row } from '#core/schema/row'
import type { Language } from '#core/text/language'
import { Organization } from './organization.entity.ts'

export async function readOrganization(context: Context): Promise<Row<Organization>> {
  const [found] = await context.query<Organization>(
    select`${selectAllColumns(context, Organization, 'o')} from organizations o where o.id = ${context.organizationId}`,
  )
  if (!found) throw notFound()
  return found
}

/** Default language of the organization of a link; 404 if the link is malformed. */
export async function readLinkLanguage(context: Context, token: string): Promise<Language> {
  context.enterByLink(token)
  const { defaultLanguage } = await readOrganization(context)
  return defaultLanguage as Language
}

/** The fields that decide the tax of documents. */
export type SellerTaxStatus = Pick<Organization, 'country' | 'vatId' | 'smallBusiness' | 'oneStopShop'>

/** Reads few columns, because every change of a draft needs them. */
export async function readSellerTaxStatus(context: Context): Promise<SellerTaxStatus> {
  const [found] = await context.query<SellerTaxStatus>(
    select`o.country, o.vat_id as "vatId", o.small_business as "smallBusiness", o.one_stop_shop as "oneStopShop"
        from organizations o where o.id = ${context.organizationId}`,
  )
  if (!found) throw notFound()
  return found
}
