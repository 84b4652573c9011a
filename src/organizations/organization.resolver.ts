import { LockMode } from '@mikro-orm/core'
import sql from 'sql-template-tag'
import { Arg, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql'
import { May } from '../core/access/may.ts'
import type { Context } from '../core/context.ts'
import { columnsOf } from '../core/database/columns.ts'
import { notFound } from '../core/errors.ts'
import { Rest } from '../core/rest/rest.ts'
import { Organization } from './organization.entity.ts'
import { UpdateOrganizationInput } from './organization.inputs.ts'
import { organization } from './organization.policy.ts'

@Resolver(() => Organization)
export class OrganizationResolver {
  @Rest('GET /organization')
  @May(organization.read)
  @Query(() => Organization, { description: 'The organization of the token.' })
  async organization(@Ctx() context: Context): Promise<Organization> {
    const [found] = await context.query<Organization>(
      sql`select ${columnsOf(context, Organization, 'o')} from organizations o where o.id = ${context.organizationId}`,
    )
    if (!found) throw notFound()
    return found
  }

  @Rest('PUT /organization')
  @May(organization.write)
  @Mutation(() => Organization, { description: 'Changes the fields that are sent.' })
  async updateOrganization(
    @Ctx() context: Context,
    @Arg('input', () => UpdateOrganizationInput) input: UpdateOrganizationInput,
    @Arg('version', () => Int, { nullable: true }) version?: number,
  ): Promise<Organization> {
    const found = await context.em.findOneOrFail(
      Organization,
      { id: context.organizationId },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    )
    context.assertVersion(found, version)
    return context.assign(found, input as Partial<Organization>)
  }
}
