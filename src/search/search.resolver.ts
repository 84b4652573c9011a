import sql from 'sql-template-tag'
import { Args, ArgsType, Ctx, Field, Int, ObjectType, Query, Resolver, registerEnumType } from 'type-graphql'
import { May } from '../core/access/may.ts'
import { policy, roles } from '../core/access/policy.ts'
import type { Context } from '../core/context.ts'
import { Between, Text } from '../core/graphql/checks.ts'
import { UUID } from '../core/graphql/scalars.ts'
import { Rest } from '../core/rest/rest.ts'
import { FoundKind, findable } from './findable.ts'

registerEnumType(FoundKind, { name: 'FoundKind', description: 'Of which resource a result is.' })

@ObjectType({ simpleResolvers: true, description: 'Something that has a name.' })
class SearchResult {
  @Field(() => FoundKind)
  kind!: FoundKind

  @Field(() => UUID)
  id!: string

  @Field(() => String, { description: 'Its name, title or number.' })
  name!: string
}

@ObjectType({ simpleResolvers: true })
class SearchResults {
  @Field(() => [SearchResult], { description: 'The best first.' })
  results!: SearchResult[]

  @Field(() => Int, { description: 'How many are answered.' })
  total!: number
}

@ArgsType()
class SearchArgs {
  @Field(() => String, { nullable: true, description: 'What is typed so far; without it nothing is found.' })
  @Text(200)
  q?: string

  @Field(() => Int, { nullable: true, defaultValue: 25, description: '1 to 100.' })
  @Between(1, 100)
  perPage!: number
}

const searching = policy({ read: roles.everyone })

@Resolver()
export class SearchResolver {
  @Rest('GET /search')
  @May(searching.read)
  @Query(() => SearchResults, {
    description: 'Whatever has a name and the caller may read: by its beginning, its words or with a typo.',
  })
  async search(@Ctx() context: Context, @Args(() => SearchArgs) { q, perPage }: SearchArgs): Promise<SearchResults> {
    const text = q?.trim()
    if (!text) return { results: [], total: 0 }
    const kinds = Object.values(FoundKind).filter((kind) => context.may(findable[kind]))
    const results = await context.query<SearchResult>(
      sql`select kind, id, name from search_names(${text}, ${kinds}::text[], ${perPage}::int)`,
    )
    return { results, total: results.length }
  }
}
