import { Field, Int, ObjectType, registerEnumType } from 'type-graphql'
import { DateTime, UUID } from '#core/schema/scalars'

export enum ShareKind {
  file = 'file',
  folder = 'folder',
}
registerEnumType(ShareKind, { name: 'ShareKind', description: 'Whether something is a file or a folder.' })

@ObjectType({ simpleResolvers: true, description: 'A file or a folder in a shared folder.' })
export class ShareEntry {
  @Field(() => UUID, { description: 'Identifies it when it is downloaded or opened.' })
  id!: string

  @Field(() => ShareKind, { description: 'Whether it is a file or a folder.' })
  kind!: ShareKind

  @Field(() => String, { description: 'Its name.' })
  name!: string

  @Field(() => Int, { nullable: true, description: 'Size in bytes; null for a folder.' })
  sizeBytes!: number | null

  @Field(() => String, { nullable: true, description: 'Media type; null for a folder.' })
  contentType!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'Address of a small preview, valid for an hour; null where there is none.',
  })
  previewUrl!: string | null
}

@ObjectType({ simpleResolvers: true, description: 'A folder on the way to the one that is looked at.' })
export class SharePathFolder {
  @Field(() => UUID, { description: 'Identifies the folder when it is opened.' })
  id!: string

  @Field(() => String, { description: 'Its name.' })
  name!: string
}

@ObjectType({
  simpleResolvers: true,
  description: 'What a public link leads to. Behind a password nothing of it is shown until that is sent.',
})
export class PublicShare {
  @Field(() => ShareKind, { description: 'Whether a file or a folder is shared.' })
  kind!: ShareKind

  @Field(() => String, {
    nullable: true,
    description: 'Name of the file, or of the folder that is looked at; null as long as the password is missing.',
  })
  name!: string | null

  @Field(() => Int, {
    nullable: true,
    description: 'Size of the file in bytes; null for a folder, and as long as the password is missing.',
  })
  sizeBytes!: number | null

  @Field(() => String, {
    nullable: true,
    description: 'Media type of the file; null for a folder, and as long as the password is missing.',
  })
  contentType!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'Address of a preview of the file, valid for an hour; null where there is none, and for a folder.',
  })
  previewUrl!: string | null

  @Field(() => String, { description: 'Name of the organization that shares it.' })
  sharedBy!: string

  @Field(() => Boolean, { description: 'Whether a password is asked for.' })
  passwordProtected!: boolean

  @Field(() => DateTime, { nullable: true, description: 'When the link ends; null for never.' })
  expiresAt!: Date | null

  @Field(() => Int, { nullable: true, description: 'Downloads that are left; null for any number.' })
  downloadsLeft!: number | null

  @Field(() => [SharePathFolder], { description: 'Folders from the shared one to the one that is looked at.' })
  path!: SharePathFolder[]

  @Field(() => [ShareEntry], { description: 'What lies in the folder: its folders, then its files, by name.' })
  entries!: ShareEntry[]

  @Field(() => Int, { description: 'Number of entries over all pages.' })
  total!: number
}
