import { Ctx, Field, FieldResolver, Int, ObjectType, Resolver, Root } from 'type-graphql'
import type { Context } from '#core/operation/context'
import { ListCost } from '#core/schema/cost'
import { formatWarnings } from './content-warnings.ts'
import { PageWithContent } from './page.entity.ts'
import { readContents, readVersionContents } from './page.reads.ts'
import { PageContentValue } from './page.scalars.ts'
import type { ContentFormat, FormattedContent } from './page-content.ts'
import { PageVersionWithContent } from './page-version.entity.ts'
import { resolveContent } from './resolve-content.ts'

@ObjectType({ simpleResolvers: true, description: 'Something that a conversion of the content could not keep.' })
class PageWarning {
  @Field(() => String, { description: 'Name of the field.' })
  field!: string

  @Field(() => String, { description: 'The warning in plain words.' })
  message!: string

  @Field(() => String, { description: 'Kind of the warning, for programs.' })
  kind!: string

  @Field(() => String, { description: 'What it is about, such as the name of an element or an address.' })
  detail!: string

  @Field(() => Int, { nullable: true, description: 'Line of the Markdown where it is first, from 1.' })
  line!: number | null

  @Field(() => Int, { description: 'How often there is such a thing.' })
  count!: number
}

interface ContentRequest {
  id: string
  format?: ContentFormat
}

const contentHelp = 'Content as a ProseMirror document, or as text in the form that was asked for.'
const warningsHelp = 'What of the content a conversion from or to Markdown could not keep; usually empty.'

@Resolver(() => PageWithContent)
export class PageContentResolver {
  @ListCost(1000)
  @FieldResolver(() => PageContentValue, {
    nullable: true,
    description: `${contentHelp} Null in an event where it is larger than 64 KiB, or the page goes with the one above it.`,
  })
  async content(@Root() root: ContentRequest, @Ctx() context: Context): Promise<unknown> {
    return (await ofPage(context, root)).content
  }

  @ListCost(20)
  @FieldResolver(() => [PageWarning], { description: warningsHelp })
  async warnings(@Root() root: ContentRequest, @Ctx() context: Context): Promise<PageWarning[]> {
    return toPageWarnings(context, await ofPage(context, root))
  }
}

@Resolver(() => PageVersionWithContent)
export class PageVersionContentResolver {
  @ListCost(1000)
  @FieldResolver(() => PageContentValue, { nullable: true, description: contentHelp })
  async content(@Root() root: ContentRequest, @Ctx() context: Context): Promise<unknown> {
    return (await ofVersion(context, root)).content
  }

  @ListCost(20)
  @FieldResolver(() => [PageWarning], { description: warningsHelp })
  async warnings(@Root() root: ContentRequest, @Ctx() context: Context): Promise<PageWarning[]> {
    return toPageWarnings(context, await ofVersion(context, root))
  }
}

const ofPage = (context: Context, root: ContentRequest) =>
  resolveContent(context, root, () => context.batch('page.content', root.id, (ids) => readContents(context, ids), pick))

const ofVersion = (context: Context, root: ContentRequest) =>
  resolveContent(context, root, () =>
    context.batch('page_version.content', root.id, (ids) => readVersionContents(context, ids), pick),
  )

/** Omits what was deleted meanwhile. */
const pick = (rows: { id: string; content: object }[], id: string): object | null =>
  rows.find((row) => row.id === id)?.content ?? null

function toPageWarnings(context: Context, { warnings }: FormattedContent): PageWarning[] {
  return formatWarnings(warnings, context.language)
}
