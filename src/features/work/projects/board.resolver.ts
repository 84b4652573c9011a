import { Arg, Ctx, FieldResolver, Resolver, Root, Subscription } from 'type-graphql'
import { May } from '#core/access/may'
import type { Context } from '#core/context'
import { UUID } from '#core/graphql/scalars'
import type { SocketContext } from '#core/graphql/socket'
import { readBoardTask } from './board.reads.ts'
import { BoardChange, BoardTask } from './board.type.ts'
import { followBoard } from './board-changes.ts'
import { Project } from './project.entity.ts'
import { projects } from './project.policy.ts'

@Resolver(() => BoardChange)
export class BoardResolver {
  @May(projects.read)
  @Subscription(() => BoardChange, {
    description: 'What happens on the board of a project: each change with what it concerns, as it is now.',
    subscribe: ({ args, context }) => followBoard(context as SocketContext, (args as { projectId: string }).projectId),
  })
  boardChanged(@Root() change: BoardChange, @Arg('projectId', () => UUID) _projectId: string): BoardChange {
    return change
  }

  @FieldResolver(() => BoardTask, {
    nullable: true,
    description: 'The task; null where it is no longer on the board: done, deleted or moved to another project.',
  })
  async task(@Root() { taskId, projectId }: BoardChange, @Ctx() context: Context): Promise<BoardTask | null> {
    const task = taskId && (await readBoardTask(context, taskId))
    return task && task.projectId === projectId ? task : null
  }

  @FieldResolver(() => Project, {
    nullable: true,
    description: 'The project with its columns; null once it is deleted.',
  })
  async project(@Root() { projectId }: BoardChange, @Ctx() context: Context): Promise<Project | null> {
    return (await context.one(Project, projectId)) ?? null
  }
}
