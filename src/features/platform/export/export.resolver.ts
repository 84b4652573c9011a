import { Ctx, Field, ObjectType, Query, Resolver } from 'type-graphql'
import { May } from '#core/access/authorization'
import type { Context } from '#core/operation/context'
import { createTicketUrl, getTicketExpiry } from '#core/operation/ticket'
import { DateTime } from '#core/schema/scalars'
import { organizationExport } from './export.policy.ts'

@ObjectType({ simpleResolvers: true, description: 'An export of all that an organization has.' })
class OrganizationExportAddress {
  @Field(() => String, { description: 'Where a browser finds the ZIP file, for five minutes.' })
  exportUrl!: string

  @Field(() => DateTime, { description: 'When the address ends.' })
  expiresAt!: Date
}

/** Path of the signed download URL. */
export const exportPath = '/documents/organization'

@Resolver()
export class OrganizationExportResolver {
  @May(organizationExport.export)
  @Query(() => OrganizationExportAddress, {
    description:
      'An address of the export of the organization; it is made, and told in the audit log, when it is fetched.',
  })
  async organizationExport(@Ctx() context: Context): Promise<OrganizationExportAddress> {
    const expiresAt = getTicketExpiry(context.clock)
    return { exportUrl: await createTicketUrl(context, exportPath, expiresAt), expiresAt }
  }
}
