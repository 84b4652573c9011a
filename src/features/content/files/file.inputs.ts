import { ArgsType, Field, InputType } from 'type-graphql'
import { NotNull, Rule } from '#core/graphql/checks'
import { ListArgs } from '#core/graphql/list'
import { UUID } from '#core/graphql/scalars'
import { plainName } from './file-name.ts'

/** A name of which something is left once it is plain. */
const PlainName = () =>
  Rule(
    'plainName',
    { de: 'darf nicht leer sein', en: 'must not be empty' },
    (value) => typeof value !== 'string' || plainName(value) !== '',
  )

@InputType({ description: 'The fields to change; null clears.' })
export class UpdateFileInput {
  @Field(() => String, { nullable: true })
  @NotNull()
  @PlainName()
  name?: string

  @Field(() => UUID, { nullable: true, description: 'Null moves it to the top.' })
  folderId?: string | null
}

@InputType({ description: 'The fields to change; null clears.' })
export class UpdateFolderInput {
  @Field(() => String, { nullable: true })
  @NotNull()
  @PlainName()
  name?: string

  @Field(() => UUID, { nullable: true, description: 'Null moves it to the top.' })
  parentId?: string | null
}

@InputType()
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
