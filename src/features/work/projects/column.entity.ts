import { Entity, Property } from '@mikro-orm/decorators/legacy'
import { Field, Int, ObjectType } from 'type-graphql'
import { TenantEntity } from '#core/database/entity'
import { UUID } from '#core/graphql/scalars'

/** A column of a project's board. */
@ObjectType({ simpleResolvers: true, description: "A column of a project's board." })
@Entity({ tableName: 'project_columns' })
export class Column extends TenantEntity {
  @Field(() => UUID)
  @Property({ type: 'uuid' })
  projectId!: string

  @Field(() => String)
  @Property({ type: 'text' })
  name!: string

  @Field(() => Int, { description: 'From 0, without a gap.' })
  @Property({ type: 'integer' })
  sortOrder!: number
}
