import sql, { join, raw } from 'sql-template-tag'
import { Args, ArgsType, Ctx, Field, Int, ObjectType, Query, Resolver, registerEnumType } from 'type-graphql'
import { May } from '#core/access/authorization'
import { policy, roles } from '#core/access/policy'
import { alphabeticalOrder } from '#core/database/alphabetical-order'
import type { Context } from '#core/operation/context'
import { SearchResultKind } from '#core/operation/searchable-table'
import { Text } from '#core/schema/checks'
import { limitOffset, PageArgs } from '#core/schema/list'
import { Rest } from '#core/schema/rest'
import { UUID } from '#core/schema/scalars'
import { foldText } from '#core/text/folding'
import { foldDomains } from '#core/text/mail-address'

registerEnumType(SearchResultKind, { name: 'FoundKind', description: 'Type of the resource.' })

@ObjectType({ simpleResolvers: true, description: 'A search result.' })
class SearchResult {
  @Field(() => SearchResultKind, { description: 'Type of the resource.' })
  kind!: string

  @Field(() => UUID, { description: 'Id of the resource.' })
  id!: string

  @Field(() => String, { description: 'Name, title or number of the resource.' })
  name!: string
}

@ObjectType({ simpleResolvers: true, description: 'Search results across resources.' })
class SearchResults {
  @Field(() => [SearchResult], { description: 'Best matches first.' })
  results!: SearchResult[]

  @Field(() => Int, { description: 'Number of results over all pages, at most 1,000 of each type.' })
  total!: number
}

@ArgsType()
class SearchArgs extends PageArgs {
  @Field(() => String, { nullable: true, description: 'Text to search for; without it nothing is found.' })
  @Text(200)
  q?: string
}

/** Results that are ranked, per kind. */
const most = 1000

const searching = policy({ read: roles.everyone })

@Resolver()
export class SearchResolver {
  @Rest('GET /search')
  @May(searching.read)
  @Query(() => SearchResults, {
    description:
      'Searches everything the caller may read by name: by prefix, by words and with typos; clients by email address, phone and client number too.',
  })
  async search(@Ctx() context: Context, @Args(() => SearchArgs) args: SearchArgs): Promise<SearchResults> {
    const text = foldDomains(args.q?.trim() ?? '')
    if (!foldText(text).trim()) return { results: [], total: 0 }
    const sources = context.services.searchable
      .filter(({ permission }) => context.may(permission))
      .map(
        ({ kind, table }) =>
          sql`select ${kind}::text as kind, f.* from ${raw(`find_${table}`)}(${text}, ${most}::int) f`,
      )
    if (!sources.length) return { results: [], total: 0 }
    const { rows, total } = await context.page<SearchResult>(
      sql`found.kind, found.id, found.name`,
      sql`from (${join(sources, ' union all ')}) found`,
      sql`order by found.score desc, ${alphabeticalOrder('found.name')}, found.id`,
      limitOffset(args),
    )
    return { results: rows, total }
  }
}
