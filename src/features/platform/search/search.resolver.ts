import sql, { join, raw } from 'sql-template-tag'
import { Args, ArgsType, Ctx, Field, Int, ObjectType, Query, Resolver, registerEnumType } from 'type-graphql'
import { May } from '#core/access/may'
import { policy, roles } from '#core/access/policy'
import type { Context } from '#core/context'
import type { Findable } from '#core/database/findable'
import { Text } from '#core/graphql/checks'
import { PageArgs, slice } from '#core/graphql/list'
import { UUID } from '#core/graphql/scalars'
import { Rest } from '#core/rest/rest'
import { invoiceFindable } from '#features/billing/invoices/invoice.findable'
import { fileFindable } from '#features/content/files/file.findable'
import { clientFindable } from '#features/people/clients/client.findable'
import { projectFindable } from '#features/work/projects/project.findable'
import { taskFindable } from '#features/work/tasks/task.findable'
import { whiteboardFindable } from '#features/work/whiteboards/whiteboard.findable'

/** What can be found: each is registered in its feature's folder, and listed here. */
const findables = [
  clientFindable,
  projectFindable,
  taskFindable,
  invoiceFindable,
  whiteboardFindable,
  fileFindable,
] as const satisfies readonly Findable[]

const FoundKind = Object.fromEntries(findables.map(({ kind }) => [kind, kind])) as {
  [Kind in (typeof findables)[number]['kind']]: Kind
}
registerEnumType(FoundKind, { name: 'FoundKind', description: 'Of which resource a result is.' })

@ObjectType({ simpleResolvers: true, description: 'Something that has a name.' })
class SearchResult {
  @Field(() => FoundKind)
  kind!: keyof typeof FoundKind

  @Field(() => UUID)
  id!: string

  @Field(() => String, { description: 'Its name, title or number.' })
  name!: string
}

@ObjectType({ simpleResolvers: true })
class SearchResults {
  @Field(() => [SearchResult], { description: 'The best first.' })
  results!: SearchResult[]

  @Field(() => Int, { description: 'How many there are, over all pages; of a kind 1,000 at most.' })
  total!: number
}

@ArgsType()
class SearchArgs extends PageArgs {
  @Field(() => String, { nullable: true, description: 'What is typed so far; without it nothing is found.' })
  @Text(200)
  q?: string
}

/** So many of a kind are ranked. */
const most = 1000

const searching = policy({ read: roles.everyone })

@Resolver()
export class SearchResolver {
  @Rest('GET /search')
  @May(searching.read)
  @Query(() => SearchResults, {
    description: 'Whatever has a name and the caller may read: by its beginning, its words or with a typo.',
  })
  async search(@Ctx() context: Context, @Args(() => SearchArgs) args: SearchArgs): Promise<SearchResults> {
    const text = args.q?.trim()
    if (!text) return { results: [], total: 0 }
    const sources = findables
      .filter(({ permission }) => context.may(permission))
      .map(
        ({ kind, table }) =>
          sql`select ${kind}::text as kind, f.* from ${raw(`find_${table}`)}(${text}, ${most}::int) f`,
      )
    if (!sources.length) return { results: [], total: 0 }
    const { rows, total } = await context.page<SearchResult>(
      sql`found.kind, found.id, found.name`,
      sql`from (${join(sources, ' union all ')}) found`,
      sql`order by found.score desc, found.name, found.id`,
      slice(args),
    )
    return { results: rows, total }
  }
}
