import { ArgsType, Field, InputType } from 'type-graphql'
import { NotNull, Rule } from '#core/schema/checks'
import { ListArgs } from '#core/schema/list'
import { UUID } from '#core/schema/scalars'
import { sanitizeFileName } from './file-name.ts'

/** A name that is not empty after sanitizing. */
const PlainName = () =>
  Rule(
    'plainName',
    { de: 'darf nicht leer sein', en: 'must not be empty' },
    (value) => typeof value !== 'string' || sanitizeFileName(value) !== '',
  )

@InputType({ description: 'The fields to change; null clears a field.' })
export class UpdateFileInput {
  @Field(() => String, { nullable: true })
  @NotNull()
  @PlainName()
  name?: string

  @Field(() => UUID, { nullable: true, description: 'Target folder; null means the top level.' })
  folderId?: string | null
}

@InputType({ description: 'The fields to change; null clears a field.' })
export class UpdateFolderInput {
  @Field(() => String, { nullable: true })
  @NotNull()
  @PlainName()
  name?: string

  @Field(() => UUID, { nullable: true, description: 'Target folder; null means the top level.' })
  parentId?: string | null
}

@InputType({ description: 'The folder to create.' })
export class CreateFolderInput extends UpdateFolderInput {
  @Field(() => String)
  @PlainName()
  override name!: string
}

@ArgsType()
export class FileListArgs extends ListArgs {
  @Field(() => UUID, { nullable: true })
  folderId?: string
}

@ArgsType()
export class FolderListArgs extends ListArgs {
  @Field(() => UUID, { nullable: true })
  parentId?: string
}
