import { Entity, Enum, Property } from '@mikro-orm/decorators/legacy'
import { Field, Int, ObjectType } from 'type-graphql'
import { TenantEntity } from '#core/database/entity'
import { UUID } from '#core/schema/scalars'
import { PreviewState } from './preview-state.ts'

/** An uploaded file. Its bytes never change; they are stored under `createObjectKey`. */
@ObjectType({ simpleResolvers: true, description: 'An uploaded file; its content never changes.' })
@Entity({ tableName: 'files' })
export class File extends TenantEntity {
  @Field(() => String, { description: 'File name, as downloads are saved.' })
  @Property({ type: 'text' })
  name!: string

  @Field(() => UUID, { nullable: true, description: 'Folder of the file; null at the top level.' })
  @Property({ type: 'uuid', nullable: true })
  folderId: string | null = null

  @Field(() => Int, { description: 'Size in bytes.' })
  @Property({ type: 'integer' })
  sizeBytes!: number

  @Field(() => String, { description: 'Media type, detected from the content rather than taken from the upload.' })
  @Property({ type: 'text' })
  contentType!: string

  @Field(() => String, { description: 'SHA-256 of the content, in hexadecimal.' })
  @Property({ type: 'text' })
  sha256!: string

  @Field(() => UUID, { description: 'Member who uploaded the file.' })
  @Property({ type: 'uuid' })
  uploadedBy!: string

  @Field(() => PreviewState, { description: 'Whether there is a preview of the file.' })
  @Enum({ items: () => PreviewState, columnType: 'text' })
  preview: PreviewState = PreviewState.none
}
