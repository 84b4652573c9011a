import { Entity, Property } from '@mikro-orm/decorators/legacy'
import { Field, ObjectType } from 'type-graphql'
import { TenantEntity } from '#core/database/entity'
import { UUID } from '#core/schema/scalars'

@ObjectType({ simpleResolvers: true, description: 'A file attached to a task.' })
@Entity({ tableName: 'attachments' })
export class Attachment extends TenantEntity {
  @Field(() => UUID, { description: 'Task that the file is attached to.' })
  @Property({ type: 'uuid' })
  taskId!: string

  @Field(() => UUID, { description: 'The attached file.' })
  @Property({ type: 'uuid' })
  fileId!: string
}
