import { ArgsType, Field, InputType, Int } from 'type-graphql'
import { Between, Name, NotNull, Text } from '#core/schema/checks'
import { ListArgs, PageArgs } from '#core/schema/list'
import { DateTime, UUID } from '#core/schema/scalars'

/** Longer passwords would only make hashing slower. */
const longestPassword = 200

@InputType({ description: 'Who may use the link, how often and until when; without anything everybody who has it.' })
export class CreateShareInput {
  @Field(() => String, { nullable: true, description: 'Password that is asked for; none unless sent.' })
  @Name(longestPassword)
  password?: string | null

  @Field(() => DateTime, { nullable: true, description: 'When the link ends, in the future; never unless sent.' })
  expiresAt?: Date | null

  @Field(() => Int, { nullable: true, description: 'Downloads after which the link is spent; any number unless sent.' })
  @Between(1, 1_000_000)
  maxDownloads?: number | null
}

@ArgsType()
export class ShareListArgs extends ListArgs {
  @Field(() => UUID, { nullable: true, description: 'Only shares of this file.' })
  fileId?: string

  @Field(() => UUID, { nullable: true, description: 'Only shares of this folder itself.' })
  folderId?: string

  @Field(() => Boolean, { nullable: true, description: 'Only those that were revoked, or that were not.' })
  revoked?: boolean
}

const folder = { nullable: true, description: 'Folder below the shared one; the shared one itself unless sent.' }
const password = { nullable: true, description: 'Password of the link, where it has one.' }

@ArgsType()
export class PublicShareArgs extends PageArgs {
  @Field(() => Int, { nullable: true, defaultValue: 100, description: 'Rows per page, 1 to 100.' })
  @Between(1, 100)
  override perPage!: number

  @Field(() => UUID, folder)
  folderId?: string
}

@InputType({ description: 'The password of a link, and which part of a shared folder is looked at.' })
export class OpenShareInput {
  @Field(() => String, password)
  @Text(longestPassword)
  password?: string | null

  @Field(() => UUID, folder)
  folderId?: string | null

  @Field(() => Int, { nullable: true, description: 'Page number, counted from 1.' })
  @NotNull()
  @Between(1, 1_000_000)
  page?: number

  @Field(() => Int, { nullable: true, description: 'Rows per page, 1 to 100; 100 unless sent.' })
  @NotNull()
  @Between(1, 100)
  perPage?: number
}

@InputType({ description: 'The password of a link, and what of a shared folder is downloaded: all of it unless said.' })
export class DownloadShareInput {
  @Field(() => String, password)
  @Text(longestPassword)
  password?: string | null

  @Field(() => UUID, { nullable: true, description: 'File in the shared folder, at any depth.' })
  fileId?: string | null

  @Field(() => UUID, { nullable: true, description: 'Folder below the shared one, which is downloaded as a ZIP.' })
  folderId?: string | null
}
