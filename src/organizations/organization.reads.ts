import sql from 'sql-template-tag'
import type { Context } from '../core/context.ts'
import { columnsOf } from '../core/database/columns.ts'
import { notFound } from '../core/errors.ts'
import { Organization } from './organization.entity.ts'

/** The organization of the operation, as a row to read from: the seller of its documents. */
export async function readOrganization(context: Context): Promise<Organization> {
  const [found] = await context.query<Organization>(
    sql`select ${columnsOf(context, Organization, 'o')} from organizations o where o.id = ${context.organizationId}`,
  )
  if (!found) throw notFound()
  return found
}
