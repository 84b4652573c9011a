import type { Opt } from '@mikro-orm/core'
import { Entity, Property } from '@mikro-orm/decorators/legacy'
import { Field, Int, ObjectType } from 'type-graphql'
import { TenantEntity } from '#core/database/entity'
import { UUID } from '#core/schema/scalars'

@ObjectType({ simpleResolvers: true, description: 'A step of a task.' })
@Entity({ tableName: 'subtasks' })
export class Subtask extends TenantEntity {
  @Field(() => UUID, { description: 'Task that the step belongs to.' })
  @Property({ type: 'uuid' })
  taskId!: string

  @Field(() => String, { description: 'Title of the step.' })
  @Property({ type: 'text' })
  title!: string

  @Field(() => Boolean, { description: 'Whether the step is done.' })
  @Property({ type: 'boolean' })
  done: Opt<boolean> = false

  @Field(() => Int, { description: 'Position among the steps, counted from 0.' })
  @Property({ type: 'integer' })
  position!: number
}
