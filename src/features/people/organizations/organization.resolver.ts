import { LockMode } from '@mikro-orm/core'
import { Arg, Ctx, FieldResolver, Int, Mutation, Query, Resolver } from 'type-graphql'
import { May } from '#core/access/authorization'
import type { Context } from '#core/operation/context'
import { assertRecentAuthentication } from '#core/operation/recent-authentication'
import { ListCost } from '#core/schema/cost'
import { GraphqlOnly, Rest } from '#core/schema/rest'
import type { Row } from '#core/schema/row'
import { assertLogo } from '#features/content/files/logo'
import { DefaultAccounts, defaultAccounts } from './default-accounts.ts'
import { assertPatternsUnused } from './number-patterns.ts'
import { Organization } from './organization.entity.ts'
import { UpdateOrganizationInput } from './organization.inputs.ts'
import { organization } from './organization.policy.ts'
import { readOrganization } from './organization.reads.ts'
import { resolveOrganizationChanges } from './organization-changes.ts'

/** Changing them redirects the payments of clients. */
const bankFields = ['iban', 'bic', 'bankName', 'accountHolder'] as const

@Resolver(() => Organization)
export class OrganizationResolver {
  @Rest('GET /organization')
  @May(organization.read)
  @Query(() => Organization, { description: 'The organization of the token.' })
  organization(@Ctx() context: Context): Promise<Row<Organization>> {
    return readOrganization(context)
  }

  @Rest('PUT /organization')
  @May(organization.write)
  @Mutation(() => Organization, { description: 'Updates the organization: only the fields that are sent change.' })
  async updateOrganization(
    @Ctx() context: Context,
    @Arg('input', () => UpdateOrganizationInput) input: UpdateOrganizationInput,
    @Arg('version', () => Int, { nullable: true }) _version?: number,
  ): Promise<Organization> {
    // Lock the file before the organization, in the same order as its deletion.
    if (input.logoFileId) await assertLogo(context, input.logoFileId)
    const found = await context.em.findOneOrFail(
      Organization,
      { id: context.organizationId },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    )
    context.assertVersion(found)
    const changes = resolveOrganizationChanges(found, input)
    if (bankFields.some((name) => changes[name] !== undefined && changes[name] !== found[name]))
      await assertRecentAuthentication(context)
    await assertPatternsUnused(context, found, input)
    context.audit('organization.updated', found)
    return context.assign(found, changes)
  }

  @GraphqlOnly()
  @ListCost(2)
  @FieldResolver(() => [DefaultAccounts], {
    description: 'The accounts of each chart that the accounting export uses where `accounting` names none.',
  })
  chartAccounts(): readonly DefaultAccounts[] {
    return defaultAccounts
  }
}
