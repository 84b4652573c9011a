import sql from 'sql-template-tag'
import {
  Arg,
  Args,
  ArgsType,
  Ctx,
  Field,
  FieldResolver,
  InputType,
  Int,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql'
import { May } from '#core/access/authorization'
import { alphabeticalOrderSql } from '#core/database/alphabetical-order'
import { select } from '#core/database/select'
import { selectAllColumns } from '#core/operation/columns'
import type { Context } from '#core/operation/context'
import { MaxDepth, Name, NotNull } from '#core/schema/checks'
import { ListCost } from '#core/schema/cost'
import { andWhere, createListType, filterList, ListArgs, limitOffset, orderBy, Sort } from '#core/schema/list'
import { Embed, Rest } from '#core/schema/rest'
import type { Row, RowOrEntity } from '#core/schema/row'
import { JSONValue, UUID } from '#core/schema/scalars'
import { assertStorageQuota } from '#features/content/files/storage-quota'
import { Project } from '#features/work/projects/project.entity'
import { projects } from '#features/work/projects/project.policy'
import { Whiteboard, WhiteboardWithScene } from './whiteboard.entity.ts'

/** Levels of a scene, which editors traverse recursively. */
const deepest = 64

const sizeOf = (scene: unknown) => (scene === undefined ? 0 : Buffer.byteLength(JSON.stringify(scene)))

@InputType({ description: 'The fields to change; null clears a field.' })
class UpdateWhiteboardInput {
  @Field(() => String, { nullable: true })
  @NotNull()
  @Name()
  title?: string

  @Field(() => UUID, { nullable: true })
  projectId?: string | null

  @Field(() => JSONValue, { nullable: true, description: `Excalidraw JSON, at most ${deepest} levels deep.` })
  @MaxDepth(deepest)
  scene?: unknown
}

@InputType({ description: 'The whiteboard to create.' })
class CreateWhiteboardInput extends UpdateWhiteboardInput {
  @Field(() => String)
  @Name()
  override title!: string
}

@ArgsType()
class WhiteboardListArgs extends ListArgs {
  @Sort('Whiteboard', 'created_at', 'title')
  override sort?: string

  @Field(() => UUID, { nullable: true })
  projectId?: string
}

@ObjectType({ simpleResolvers: true })
class WhiteboardList extends createListType('whiteboards', Whiteboard, {
  description: 'Whiteboards without their scenes.',
}) {}

@Resolver(() => Whiteboard)
export class WhiteboardResolver {
  @Rest('GET /whiteboards')
  @May(projects.read)
  @Query(() => WhiteboardList, { description: 'The whiteboards of the organization.' })
  async whiteboards(
    @Ctx() context: Context,
    @Args(() => WhiteboardListArgs) args: WhiteboardListArgs,
  ): Promise<WhiteboardList> {
    const { projectId, sort } = args
    const { rows, total } = await context.page<Whiteboard>(
      selectAllColumns(context, Whiteboard, 'w'),
      sql`from whiteboards w where w.organization_id = ${context.organizationId}${andWhere(
        projectId,
        sql`w.project_id = ${projectId}`,
      )}${filterList(args, 'w', ['w.search_name'])}`,
      orderBy(sort, { created_at: 'created_at', title: alphabeticalOrderSql('title') }, 'w'),
      limitOffset(args),
    )
    return { whiteboards: rows, total }
  }

  @Rest('GET /whiteboards/{id}')
  @May(projects.read)
  @Query(() => WhiteboardWithScene, { description: 'A whiteboard with its scene.' })
  async whiteboard(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<Row<Whiteboard>> {
    return context.read(Whiteboard, id)
  }

  @Rest('POST /whiteboards', 201)
  @May(projects.write)
  @Mutation(() => WhiteboardWithScene, { description: 'Creates a whiteboard.' })
  async createWhiteboard(
    @Ctx() context: Context,
    @Arg('input', () => CreateWhiteboardInput) input: CreateWhiteboardInput,
  ): Promise<Whiteboard> {
    if (input.projectId) await context.readReferenced(Project, input.projectId, 'projectId')
    await assertStorageQuota(context, sizeOf(input.scene))
    return context.create(Whiteboard, input as Partial<Whiteboard>)
  }

  @Rest('PUT /whiteboards/{id}')
  @May(projects.write)
  @Mutation(() => WhiteboardWithScene, { description: 'Updates a whiteboard: only the fields that are sent change.' })
  async updateWhiteboard(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('input', () => UpdateWhiteboardInput) input: UpdateWhiteboardInput,
    @Arg('version', () => Int, { nullable: true }) _version?: number,
  ): Promise<Whiteboard> {
    const whiteboard = await context.load(Whiteboard, id)
    if (input.projectId) await context.readReferenced(Project, input.projectId, 'projectId')
    if (input.scene !== undefined) await assertStorageQuota(context, sizeOf(input.scene), { whiteboards: id })
    return context.assign(whiteboard, input as Partial<Whiteboard>)
  }

  @Rest('DELETE /whiteboards/{id}')
  @May(projects.write)
  @Mutation(() => Boolean, { description: 'Deletes a whiteboard.' })
  async deleteWhiteboard(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<boolean> {
    context.em.remove(await context.load(Whiteboard, id))
    return true
  }

  @Embed('id', 'name')
  @FieldResolver(() => Project, { nullable: true })
  async project(@Root() { projectId }: RowOrEntity<Whiteboard>, @Ctx() context: Context): Promise<Row<Project> | null> {
    return projectId ? ((await context.loadOne(Project, projectId)) ?? null) : null
  }
}

@Resolver(() => WhiteboardWithScene)
export class WhiteboardSceneResolver {
  @ListCost(1000)
  @FieldResolver(() => JSONValue, { nullable: true, description: 'Excalidraw scene as JSON, stored unchanged.' })
  scene(@Root() { id }: WhiteboardWithScene, @Ctx() context: Context): Promise<unknown> {
    return context.batch(
      'whiteboard.scene',
      id,
      (ids) =>
        context.queryBatched<{ id: string; scene: unknown }>(
          ids,
          select`id, scene from whiteboards
              where organization_id = ${context.organizationId} and id = any(${ids}::uuid[])`,
        ),
      (rows, whiteboardId) => rows.find((row) => row.id === whiteboardId)?.scene ?? null,
    )
  }
}
