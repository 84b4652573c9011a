import { ArgsType, Field, InputType, Int, registerEnumType } from 'type-graphql'
import { Minimum, Name, NotNull, Rule, withJsonSchema } from '#core/schema/checks'
import { ListArgs, Sort } from '#core/schema/list'
import { JSONValue, UUID } from '#core/schema/scalars'
import { contentInputSchema } from './page.scalars.ts'
import { maxPageDepth } from './place-page.ts'

/** Format of the content in responses. */
export enum PageFormat {
  document = 'document',
  markdown = 'markdown',
  html = 'html',
}
registerEnumType(PageFormat, {
  name: 'PageFormat',
  description: 'Form of the content: the ProseMirror document, Markdown or HTML.',
})

export const emojiPattern = /^(?:\p{RGI_Emoji}|\p{Extended_Pictographic}\ufe0f?)$/v

const Emoji = () =>
  Rule(
    'emoji',
    { de: 'muss ein Emoji sein', en: 'must be an emoji' },
    (value) => typeof value !== 'string' || emojiPattern.test(value),
  )

const contentHelp = 'Markdown (GFM) as text, or a ProseMirror document as JSON.'

@InputType({ description: 'Where the page comes to stand.' })
export class MovePageInput {
  @Field(() => UUID, {
    nullable: true,
    description: `Page to lie under; null means the top, and the parent stays where it is not sent. At most ${maxPageDepth} levels.`,
  })
  parentId?: string | null

  @Field(() => Int, {
    nullable: true,
    description: 'Index among the pages under the same parent, from 0; at the end if null or beyond it.',
  })
  @Minimum(0)
  position?: number | null
}

@InputType({ description: 'The fields to change; null clears a field.' })
export class UpdatePageInput extends MovePageInput {
  @Field(() => String, { nullable: true })
  @NotNull()
  @Name()
  title?: string

  @Field(() => String, { nullable: true, description: 'An emoji.' })
  @Emoji()
  icon?: string | null

  @Field(() => UUID, { nullable: true })
  projectId?: string | null

  @Field(() => Boolean, { nullable: true, description: 'Whether the page is offered as a template of others.' })
  @NotNull()
  template?: boolean

  @Field(() => JSONValue, { nullable: true, description: `${contentHelp} Null empties the page.` })
  @withJsonSchema(contentInputSchema)
  content?: unknown
}

@InputType({ description: 'The page to create.' })
export class CreatePageInput extends UpdatePageInput {
  @Field(() => String)
  @Name()
  override title!: string

  @Field(() => UUID, { nullable: true, description: 'Project of the page; that of its parent where it is not sent.' })
  override projectId?: string | null

  @Field(() => UUID, {
    nullable: true,
    description: 'Page whose content and icon the new one begins with, where none are sent.',
  })
  templateId?: string | null
}

@InputType({ description: 'The content of a page.' })
export class PageContentInput {
  @Field(() => JSONValue, { description: contentHelp })
  @withJsonSchema(contentInputSchema)
  content!: unknown
}

@InputType({ description: 'The version whose content the page gets.' })
export class RestorePageInput {
  @Field(() => UUID, { description: 'A version of this page.' })
  versionId!: string
}

@ArgsType()
export class PageVersionListArgs extends ListArgs {
  @Field(() => Boolean, {
    nullable: true,
    description: 'Only what was refused (412), or only what the page has shown.',
  })
  refused?: boolean
}

@ArgsType()
export class PageListArgs extends ListArgs {
  @Sort('Page', 'created_at', 'updated_at', 'title')
  override sort?: string

  @Field(() => UUID, { nullable: true, description: 'Only the pages right under this one.' })
  parentId?: string

  @Field(() => UUID, { nullable: true })
  projectId?: string

  @Field(() => Boolean, { nullable: true, description: 'Only templates, or only pages that are none.' })
  template?: boolean
}
