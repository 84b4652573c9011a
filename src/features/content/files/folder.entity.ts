import { Entity, Property } from '@mikro-orm/decorators/legacy'
import { Field, ObjectType } from 'type-graphql'
import { TenantEntity } from '#core/database/entity'
import { UUID } from '#core/schema/scalars'

/** A folder of files and folders. */
@ObjectType({ simpleResolvers: true, description: 'A folder for files and other folders.' })
@Entity({ tableName: 'folders' })
export class Folder extends TenantEntity {
  @Field(() => String, { description: 'Name of the folder.' })
  @Property({ type: 'text' })
  name!: string

  @Field(() => UUID, { nullable: true, description: 'Parent folder; null at the top level.' })
  @Property({ type: 'uuid', nullable: true })
  parentId: string | null = null
}
