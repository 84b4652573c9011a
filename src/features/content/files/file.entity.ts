import { Entity, Property } from '@mikro-orm/decorators/legacy'
import { Field, Int, ObjectType } from 'type-graphql'
import { TenantEntity } from '#core/database/entity'
import { UUID } from '#core/graphql/scalars'

/** What somebody uploaded. Its bytes never change; they lie in storage under `objectKey`. */
@ObjectType({ simpleResolvers: true, description: 'What somebody uploaded; its bytes never change.' })
@Entity({ tableName: 'files' })
export class File extends TenantEntity {
  @Field(() => String)
  @Property({ type: 'text' })
  name!: string

  @Field(() => UUID, { nullable: true, description: 'Null at the top.' })
  @Property({ type: 'uuid', nullable: true })
  folderId: string | null = null

  @Field(() => Int)
  @Property({ type: 'integer' })
  sizeBytes!: number

  @Field(() => String, { description: 'Found in the bytes, whatever the upload said.' })
  @Property({ type: 'text' })
  contentType!: string

  @Field(() => String, { description: 'Of the bytes, in hexadecimal.' })
  @Property({ type: 'text' })
  sha256!: string

  @Field(() => UUID)
  @Property({ type: 'uuid' })
  uploadedBy!: string
}
