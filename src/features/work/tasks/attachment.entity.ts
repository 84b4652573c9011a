import { Entity, Property } from '@mikro-orm/decorators/legacy'
import { Field, ObjectType } from 'type-graphql'
import { TenantEntity } from '#core/database/entity'
import { UUID } from '#core/graphql/scalars'

/** A file on a task. */
@ObjectType({ simpleResolvers: true, description: 'A file on a task.' })
@Entity({ tableName: 'attachments' })
export class Attachment extends TenantEntity {
  @Field(() => UUID)
  @Property({ type: 'uuid' })
  taskId!: string

  @Field(() => UUID)
  @Property({ type: 'uuid' })
  fileId!: string
}
