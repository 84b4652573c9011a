import { randomUUID } from 'node:crypto'
import { type Opt, PrimaryKeyProp } from '@mikro-orm/core'
import { Filter, PrimaryKey, Property } from '@mikro-orm/decorators/legacy'
import { Field, Int, ObjectType } from 'type-graphql'
import { DateTime, UUID } from '#core/schema/scalars'

/** A valid id of no row, for outer joins where null is rejected: docs/portable-sql.md. */
export const noId = '00000000-0000-0000-0000-000000000000'

/** Filter that binds every query of an entity manager to its organization. */
export const tenantFilter = 'tenant'

/** The organization leads every key, so references cannot cross organizations. */
@ObjectType({ simpleResolvers: true })
@Filter({
  name: tenantFilter,
  cond: ({ organizationId }) => ({ organizationId }),
  default: true,
})
export abstract class TenantEntity {
  [PrimaryKeyProp]?: ['organizationId', 'id']

  @PrimaryKey({ type: 'uuid' })
  organizationId!: string

  @Field(() => UUID, { description: 'Identifies the resource in paths and references; never changes.' })
  @PrimaryKey({ type: 'uuid' })
  id: Opt<string> = randomUUID()

  @Field(() => DateTime, { description: 'When the resource was created.' })
  @Property({ type: 'datetime', columnType: 'timestamptz(3)' })
  createdAt: Opt<Date> = new Date()

  @Field(() => DateTime, { description: 'When the resource last changed.' })
  @Property({ type: 'datetime', columnType: 'timestamptz(3)', onUpdate: () => new Date() })
  updatedAt: Opt<Date> = new Date()

  @Field(() => Int, { description: 'Number of changes to the resource; its ETag.' })
  @Property({ type: 'integer', onUpdate: (entity: TenantEntity) => entity.version + 1 })
  version: Opt<number> = 1
}

/** Composite foreign key with the organization; not updatable. */
export const reference = (column: string) => ({
  ref: true as const,
  joinColumns: ['organization_id', column],
  updateRule: 'no action',
  deleteRule: 'no action',
})
