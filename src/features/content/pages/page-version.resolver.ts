import { Arg, Args, Ctx, Field, FieldResolver, ObjectType, Query, Resolver, Root } from 'type-graphql'
import { May } from '#core/access/authorization'
import type { Context } from '#core/operation/context'
import { createListType } from '#core/schema/list'
import { Embed, Rest } from '#core/schema/rest'
import type { Row, RowOrEntity } from '#core/schema/row'
import { UUID } from '#core/schema/scalars'
import { Page } from './page.entity.ts'
import { PageFormat, PageVersionListArgs } from './page.inputs.ts'
import { pages } from './page.policy.ts'
import { readCurrentVersionIds, readVersions } from './page.reads.ts'
import { PageVersion, PageVersionWithContent } from './page-version.entity.ts'

@ObjectType({ simpleResolvers: true })
class PageVersionList extends createListType('versions', PageVersion, {
  description: 'Versions without their contents.',
}) {}

@ObjectType({ simpleResolvers: true, description: 'Author of a version.' })
class PageVersionAuthor {
  @Field(() => UUID, {
    nullable: true,
    description: 'Id of the member; null for what the service did by itself, and where they have left.',
  })
  id!: string | null

  @Field(() => String, { description: 'Name of the author, kept when they leave.' })
  name!: string
}

@Resolver(() => PageVersion)
export class PageVersionResolver {
  @Rest('GET /pages/{id}/versions')
  @May(pages.read)
  @Query(() => PageVersionList, {
    description:
      'What a page holds, has held, and was to hold (`refused`): the current version first, then the newest.',
  })
  async pageVersions(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Args(() => PageVersionListArgs) args: PageVersionListArgs,
  ): Promise<PageVersionList> {
    const [{ rows, total }] = await Promise.all([readVersions(context, id, args), context.read(Page, id)])
    return { versions: rows, total }
  }

  @Rest('GET /pages/versions/{id}')
  @May(pages.read)
  @Query(() => PageVersionWithContent, { description: 'A version of a page with its content.' })
  async pageVersion(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('format', () => PageFormat, { nullable: true, description: 'Form of the content; the document by default.' })
    format?: PageFormat,
  ): Promise<Row<PageVersion>> {
    return { ...(await context.read(PageVersion, id)), format } as Row<PageVersion>
  }

  @FieldResolver(() => Boolean, { description: 'Whether this is what the page shows.' })
  current(@Root() { id }: RowOrEntity<PageVersion>, @Ctx() context: Context): Promise<boolean> {
    return context.batch(
      'page_version.current',
      id,
      (ids) => readCurrentVersionIds(context, ids),
      (rows, versionId) => rows.some((row) => row.id === versionId),
    )
  }

  @Embed('id', 'name')
  @FieldResolver(() => PageVersionAuthor)
  author(@Root() { authorId, authorName }: RowOrEntity<PageVersion>): PageVersionAuthor {
    return { id: authorId, name: authorName }
  }
}
