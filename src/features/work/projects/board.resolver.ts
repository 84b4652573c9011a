import { Arg, Ctx, FieldResolver, Resolver, Root, Subscription } from 'type-graphql'
import { May } from '#core/access/authorization'
import type { SocketContext } from '#core/graphql/subscriptions'
import type { Context } from '#core/operation/context'
import type { Row } from '#core/schema/row'
import { UUID } from '#core/schema/scalars'
import { readBoardTask } from './board.reads.ts'
import { BoardChange, BoardTask } from './board.type.ts'
import { Project } from './project.entity.ts'
import { projects } from './project.policy.ts'
import { subscribeToBoard } from './subscribe-to-board.ts'

@Resolver(() => BoardChange)
export class BoardResolver {
  @May(projects.read)
  @Subscription(() => BoardChange, {
    description: 'Changes on the board of a project, each with what it concerns as it is now.',
    subscribe: ({ args, context }) =>
      subscribeToBoard(context as SocketContext, (args as { projectId: string }).projectId),
  })
  boardChanged(
    @Root() change: BoardChange,
    @Arg('projectId', () => UUID, { description: 'Project whose board is watched.' }) _projectId: string,
  ): BoardChange {
    return change
  }

  @FieldResolver(() => BoardTask, {
    nullable: true,
    description: 'The task; null if it has left the board because it was completed, deleted or moved.',
  })
  async task(@Root() { taskId, projectId }: BoardChange, @Ctx() context: Context): Promise<BoardTask | null> {
    const task = taskId && (await readBoardTask(context, taskId))
    return task && task.projectId === projectId ? task : null
  }

  @FieldResolver(() => Project, {
    nullable: true,
    description: 'The project with its columns; null once it has been deleted.',
  })
  async project(@Root() { projectId }: BoardChange, @Ctx() context: Context): Promise<Row<Project> | null> {
    return (await context.loadOne(Project, projectId)) ?? null
  }
}
