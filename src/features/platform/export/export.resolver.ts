import { Ctx, Field, ObjectType, Query, Resolver } from 'type-graphql'
import { May } from '#core/access/authorization'
import type { Context } from '#core/operation/context'
import { createTicketUrl, getTicketExpiry } from '#core/operation/ticket'
import { DateTime } from '#core/schema/scalars'
import { organizationExport } from './export.policy.ts'

@ObjectType({ simpleResolvers: true, description: 'An export of an organization.' })
class OrganizationExportAddress {
  @Field(() => String, { description: 'URL of the ZIP file, valid for five minutes.' })
  exportUrl!: string

  @Field(() => DateTime, { description: 'When the URL expires.' })
  expiresAt!: Date
}

/** Path of the signed download URL. */
export const exportPath = '/documents/organization'

@Resolver()
export class OrganizationExportResolver {
  @May(organizationExport.export)
  @Query(() => OrganizationExportAddress, {
    description:
      'Returns the URL of an export of the organization. Downloading creates it and is recorded in the audit log.',
  })
  async organizationExport(@Ctx() context: Context): Promise<OrganizationExportAddress> {
    const expiresAt = getTicketExpiry(context.clock)
    return { exportUrl: await createTicketUrl(context, exportPath, expiresAt), expiresAt }
  }
}
