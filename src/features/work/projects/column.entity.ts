import { Entity, Property } from '@mikro-orm/decorators/legacy'
import { Field, Int, ObjectType } from 'type-graphql'
import { TenantEntity } from '#core/database/entity'
import { UUID } from '#core/schema/scalars'

@ObjectType({ simpleResolvers: true, description: "A column of a project's board." })
@Entity({ tableName: 'project_columns' })
export class Column extends TenantEntity {
  @Field(() => UUID, { description: 'Project whose board has the column.' })
  @Property({ type: 'uuid' })
  projectId!: string

  @Field(() => String, { description: 'Name of the column.' })
  @Property({ type: 'text' })
  name!: string

  @Field(() => Int, { description: 'Position on the board, counted from 0.' })
  @Property({ type: 'integer' })
  sortOrder!: number
}
