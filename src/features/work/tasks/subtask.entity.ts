import type { Opt } from '@mikro-orm/core'
import { Entity, Property } from '@mikro-orm/decorators/legacy'
import { Field, Int, ObjectType } from 'type-graphql'
import { TenantEntity } from '#core/database/entity'
import { UUID } from '#core/graphql/scalars'

/** A step of a task. */
@ObjectType({ simpleResolvers: true, description: 'A step of a task.' })
@Entity({ tableName: 'subtasks' })
export class Subtask extends TenantEntity {
  @Field(() => UUID)
  @Property({ type: 'uuid' })
  taskId!: string

  @Field(() => String)
  @Property({ type: 'text' })
  title!: string

  @Field(() => Boolean)
  @Property({ type: 'boolean' })
  done: Opt<boolean> = false

  @Field(() => Int, { description: 'From 0, without a gap.' })
  @Property({ type: 'integer' })
  position!: number
}
