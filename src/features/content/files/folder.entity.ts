import { Entity, Property } from '@mikro-orm/decorators/legacy'
import { Field, ObjectType } from 'type-graphql'
import { TenantEntity } from '#core/database/entity'
import { UUID } from '#core/graphql/scalars'

/** A place for files and other folders. */
@ObjectType({ simpleResolvers: true, description: 'A place for files and other folders.' })
@Entity({ tableName: 'folders' })
export class Folder extends TenantEntity {
  @Field(() => String)
  @Property({ type: 'text' })
  name!: string

  @Field(() => UUID, { nullable: true, description: 'Null at the top.' })
  @Property({ type: 'uuid', nullable: true })
  parentId: string | null = null
}
