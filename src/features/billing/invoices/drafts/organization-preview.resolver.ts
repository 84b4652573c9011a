import { Arg, Ctx, Field, ObjectType, Query, Resolver } from 'type-graphql'
import { May } from '#core/access/authorization'
import type { Context } from '#core/operation/context'
import { ListCost } from '#core/schema/cost'
import { Rest } from '#core/schema/rest'
import { loadLogo, loadProposedLogo } from '#features/content/files/logo'
import { UpdateOrganizationInput } from '#features/people/organizations/organization.inputs'
import { organization } from '#features/people/organizations/organization.policy'
import { readOrganization } from '#features/people/organizations/organization.reads'
import { resolveOrganizationChanges } from '#features/people/organizations/organization-changes'
import { previewLimitsDescription, renderPreviewOnce } from '../../issuing/document-preview.ts'
import { renderFirstPage } from '../document/build-document.ts'
import { buildSampleInvoice } from './sample-invoice.ts'

@ObjectType({ simpleResolvers: true, description: 'What settings make of documents, before they are kept.' })
class OrganizationPreview {
  @ListCost(1000)
  @Field(() => String, {
    description: 'The first page of a sample invoice: a WebP picture, at most 1,200 pixels high, in Base64.',
  })
  picture!: string
}

@Resolver()
export class OrganizationPreviewResolver {
  @Rest('POST /organization/preview')
  @May(organization.write)
  @Query(() => OrganizationPreview, {
    description: `A sample invoice as these settings would make it; those that are not sent are as they are kept. ${previewLimitsDescription}`,
  })
  async organizationPreview(
    @Ctx() context: Context,
    @Arg('input', () => UpdateOrganizationInput) input: UpdateOrganizationInput,
  ): Promise<OrganizationPreview> {
    const kept = await readOrganization(context)
    const sent = Object.entries(resolveOrganizationChanges(kept, input)).filter(([, value]) => value !== undefined)
    const proposed = { ...kept, ...Object.fromEntries(sent) }
    const { clock, organizationId, taskOwner } = context
    const document = buildSampleInvoice(proposed, kept.updatedAt, clock.today())
    const { logoFileId } = input
    const logo = logoFileId && logoFileId !== kept.logoFileId ? await loadProposedLogo(context, logoFileId) : null
    return renderPreviewOnce(context, [document, proposed.logoFileId], async (services) =>
      renderFirstPage(services, taskOwner, {
        ...document,
        logo: logo ?? (await loadLogo({ organizationId, services }, proposed)),
      }),
    )
  }
}
