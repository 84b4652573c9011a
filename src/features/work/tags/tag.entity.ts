import { Entity, Property } from '@mikro-orm/decorators/legacy'
import { Field, ObjectType } from 'type-graphql'
import { TenantEntity } from '#core/database/entity'

@ObjectType({ simpleResolvers: true, description: 'A tag for tasks.' })
@Entity({ tableName: 'tags' })
export class Tag extends TenantEntity {
  @Field(() => String, { description: 'Name of the tag, unique in the organization.' })
  @Property({ type: 'text' })
  name!: string

  @Field(() => String, { nullable: true, description: 'Colour of the tag, `#rrggbb`.' })
  @Property({ type: 'text', nullable: true })
  color: string | null = null
}
