import { Arg, Args, Ctx, FieldResolver, Int, Mutation, ObjectType, Query, Resolver, Root } from 'type-graphql'
import { May } from '#core/access/authorization'
import type { Context } from '#core/operation/context'
import { ListCost } from '#core/schema/cost'
import { createListType, ListArgs } from '#core/schema/list'
import { Embed, Rest } from '#core/schema/rest'
import type { Row, RowOrEntity } from '#core/schema/row'
import { UUID } from '#core/schema/scalars'
import { Project } from '#features/work/projects/project.entity'
import { createPage, movePage, restorePage, updatePage } from './change-page.ts'
import { deletePage } from './delete-page.ts'
import { Page, PageWithContent } from './page.entity.ts'
import {
  CreatePageInput,
  MovePageInput,
  PageContentInput,
  PageFormat,
  PageListArgs,
  RestorePageInput,
  UpdatePageInput,
} from './page.inputs.ts'
import { pages } from './page.policy.ts'
import { readBacklinks, readPages, readPositions } from './page.reads.ts'
import { PageTreeValue } from './page.scalars.ts'
import { readPageTree } from './page-tree.ts'

@ObjectType({ simpleResolvers: true })
class PageList extends createListType('pages', Page, { description: 'Pages without their contents.' }) {}

@ObjectType({ simpleResolvers: true })
class PageBacklinkList extends createListType('backlinks', Page, { description: 'Pages without their contents.' }) {}

@Resolver(() => Page)
export class PageResolver {
  @Rest('GET /pages')
  @May(pages.read)
  @Query(() => PageList, {
    description: 'The pages of the organization, wherever they lie. `q` searches their text too.',
  })
  async pages(@Ctx() context: Context, @Args(() => PageListArgs) args: PageListArgs): Promise<PageList> {
    const { rows, total } = await readPages(context, args)
    return { pages: rows, total }
  }

  @Rest('GET /pages/tree')
  @May(pages.read)
  @ListCost(1000)
  @Query(() => PageTreeValue, { description: 'All pages as a tree, in their order, without their contents.' })
  pageTree(@Ctx() context: Context): Promise<unknown> {
    return readPageTree(context)
  }

  @Rest('GET /pages/{id}')
  @May(pages.read)
  @Query(() => PageWithContent, { description: 'A page with its content.' })
  async page(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('format', () => PageFormat, { nullable: true, description: 'Form of the content; the document by default.' })
    format?: PageFormat,
  ): Promise<Row<Page>> {
    return { ...(await context.read(Page, id)), format } as Row<Page>
  }

  @Rest('GET /pages/{id}/backlinks')
  @May(pages.read)
  @Query(() => PageBacklinkList, { description: 'The pages that link to a page.' })
  async pageBacklinks(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Args(() => ListArgs) args: ListArgs,
  ): Promise<PageBacklinkList> {
    const [{ rows, total }] = await Promise.all([readBacklinks(context, id, args), context.read(Page, id)])
    return { backlinks: rows, total }
  }

  @Rest('POST /pages', 201)
  @May(pages.write)
  @Mutation(() => PageWithContent, { description: 'Creates a page.' })
  createPage(@Ctx() context: Context, @Arg('input', () => CreatePageInput) input: CreatePageInput): Promise<Page> {
    return createPage(context, input)
  }

  @Rest('PUT /pages/{id}')
  @May(pages.write)
  @Mutation(() => PageWithContent, { description: 'Updates a page: only the fields that are sent change.' })
  updatePage(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('input', () => UpdatePageInput) input: UpdatePageInput,
    @Arg('version', () => Int, { nullable: true }) _version?: number,
  ): Promise<Page> {
    return updatePage(context, id, input)
  }

  @Rest('PUT /pages/{id}/content')
  @May(pages.write)
  @Mutation(() => PageWithContent, {
    description:
      'Replaces the content of a page; what it was stays as a version. Refused as stale (412), the new content is kept as a version by its author, which `version_id` of the error names.',
  })
  replacePageContent(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('input', () => PageContentInput) { content }: PageContentInput,
    @Arg('version', () => Int, { nullable: true }) _version?: number,
  ): Promise<Page> {
    return updatePage(context, id, { content })
  }

  @Rest('PATCH /pages/{id}/move')
  @May(pages.write)
  @Mutation(() => PageWithContent, { description: 'Moves a page with all that lies under it; not into itself.' })
  movePage(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('input', () => MovePageInput) input: MovePageInput,
    @Arg('version', () => Int, { nullable: true }) _version?: number,
  ): Promise<Page> {
    return movePage(context, id, input)
  }

  @Rest('POST /pages/{id}/restore')
  @May(pages.write)
  @Mutation(() => PageWithContent, {
    description: 'Gives a page the content of one of its versions again, as a new version.',
  })
  restorePage(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('input', () => RestorePageInput) { versionId }: RestorePageInput,
  ): Promise<Page> {
    return restorePage(context, id, versionId)
  }

  @Rest('DELETE /pages/{id}')
  @May(pages.write)
  @Mutation(() => Boolean, {
    description: 'Deletes a page with its versions and all that lies under it; `page.deleted` tells of each page.',
  })
  async deletePage(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<boolean> {
    await deletePage(context, id)
    return true
  }

  @FieldResolver(() => Int, { description: 'Index among the pages under the same parent, from 0.' })
  position(@Root() { id }: RowOrEntity<Page>, @Ctx() context: Context): Promise<number> {
    return context.batch(
      'page.position',
      id,
      (ids) => readPositions(context, ids),
      (rows, pageId) => rows.find((row) => row.id === pageId)?.position ?? 0,
    )
  }

  @Embed('id', 'name')
  @FieldResolver(() => Project, { nullable: true })
  async project(@Root() { projectId }: RowOrEntity<Page>, @Ctx() context: Context): Promise<Row<Project> | null> {
    return projectId ? ((await context.loadOne(Project, projectId)) ?? null) : null
  }

  @FieldResolver(() => Page, { nullable: true, description: 'Page that this one lies under.' })
  async parent(@Root() { parentId }: RowOrEntity<Page>, @Ctx() context: Context): Promise<Row<Page> | null> {
    return parentId ? ((await context.loadOne(Page, parentId)) ?? null) : null
  }
}
