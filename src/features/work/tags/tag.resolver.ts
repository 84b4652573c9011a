import sql from 'sql-template-tag'
import { Arg, Args, ArgsType, Ctx, Field, InputType, Int, Mutation, ObjectType, Query, Resolver } from 'type-graphql'
import { May } from '#core/access/authorization'
import { alphabeticalOrderSql } from '#core/database/alphabetical-order'
import { conflict } from '#core/errors/problem'
import { selectAllColumns } from '#core/operation/columns'
import type { Context } from '#core/operation/context'
import { HexColor, Name, NotNull } from '#core/schema/checks'
import { createListType, filterList, ListArgs, limitOffset, orderBy, Sort } from '#core/schema/list'
import { Rest } from '#core/schema/rest'
import type { Row } from '#core/schema/row'
import { UUID } from '#core/schema/scalars'
import { projects } from '#features/work/projects/project.policy'
import { Tag } from './tag.entity.ts'

@InputType({ description: 'The fields to change; null clears a field.' })
class UpdateTagInput {
  @Field(() => String, { nullable: true })
  @NotNull()
  @Name(100)
  name?: string

  @Field(() => String, { nullable: true })
  @HexColor()
  color?: string | null
}

@InputType({ description: 'The tag to create.' })
class CreateTagInput extends UpdateTagInput {
  @Field(() => String)
  @Name(100)
  override name!: string
}

@ObjectType({ simpleResolvers: true })
class TagList extends createListType('tags', Tag) {}

@ArgsType()
class TagListArgs extends ListArgs {
  @Sort('Tag', 'created_at', 'name')
  override sort?: string
}

@Resolver(() => Tag)
export class TagResolver {
  @Rest('GET /tags')
  @May(projects.read)
  @Query(() => TagList, { description: 'The tags of the organization.' })
  async tags(@Ctx() context: Context, @Args(() => TagListArgs) args: TagListArgs): Promise<TagList> {
    const { rows, total } = await context.page<Tag>(
      selectAllColumns(context, Tag, 'g'),
      sql`from tags g where g.organization_id = ${context.organizationId}${filterList(args, 'g', ['g.name'])}`,
      orderBy(args.sort, { created_at: 'created_at', name: alphabeticalOrderSql('name') }, 'g'),
      limitOffset(args),
    )
    return { tags: rows, total }
  }

  @Rest('GET /tags/{id}')
  @May(projects.read)
  @Query(() => Tag, { description: 'A tag.' })
  async tag(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<Row<Tag>> {
    return context.read(Tag, id)
  }

  @Rest('POST /tags', 201)
  @May(projects.write)
  @Mutation(() => Tag, { description: 'Creates a tag.' })
  createTag(@Ctx() context: Context, @Arg('input', () => CreateTagInput) input: CreateTagInput): Tag {
    return context.create(Tag, input)
  }

  @Rest('PUT /tags/{id}')
  @May(projects.write)
  @Mutation(() => Tag, { description: 'Updates a tag: only the fields that are sent change.' })
  async updateTag(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('input', () => UpdateTagInput) input: UpdateTagInput,
    @Arg('version', () => Int, { nullable: true }) _version?: number,
  ): Promise<Tag> {
    return context.assign(await context.load(Tag, id), input)
  }

  @Rest('DELETE /tags/{id}')
  @May(projects.write)
  @Mutation(() => Boolean, { description: 'Deletes a tag and removes it from every task.' })
  async deleteTag(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<boolean> {
    const tag = await context.load(Tag, id)
    await context.runDeleteHandlers(tag)
    context.em.remove(tag)
    return true
  }
}

/** Errors for violated constraints of tags. */
export const tagConstraints = {
  tags_name_key: () =>
    conflict(
      'conflict',
      { de: 'Dieses Schlagwort gibt es schon.', en: 'There is a tag of this name already.' },
      'name',
    ),
}
