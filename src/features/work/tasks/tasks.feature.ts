import { concurrentChange } from '#core/errors/database-error'
import type { Feature } from '#core/feature/feature'
import { projects } from '#features/work/projects/project.policy'
import { Attachment } from './attachment.entity.ts'
import { AttachmentResolver, attachmentConstraints } from './attachment.resolver.ts'
import { createDetachJob, unassignTasks, untagTasks } from './detach-tasks.ts'
import { moveTasksToColumn } from './move-tasks-to-column.ts'
import { ProjectTasksResolver } from './project-tasks.resolver.ts'
import { removeTasksOfProject } from './remove-tasks.ts'
import { Subtask } from './subtask.entity.ts'
import { SubtaskResolver } from './subtask.resolver.ts'
import { Task } from './task.entity.ts'
import { TaskResolver, taskConstraints } from './task.resolver.ts'
import { TaskAttachmentsResolver } from './task-attachments.resolver.ts'
import { TaskEdgesResolver } from './task-edges.resolver.ts'

import { examples } from './tasks.examples.ts'

export const feature = {
  name: 'tasks',
  entities: [Task, Subtask, Attachment],
  resolvers: [
    TaskResolver,
    ProjectTasksResolver,
    TaskEdgesResolver,
    TaskAttachmentsResolver,
    SubtaskResolver,
    AttachmentResolver,
  ],
  constraints: { ...taskConstraints, ...attachmentConstraints, tasks_place_key: concurrentChange },
  readable: { Task: projects.read, Subtask: projects.read },
  searchable: [{ kind: 'task', table: 'tasks', permission: projects.read }],
  jobs: ({ services }) => [createDetachJob(services)],
  onDelete: { Project: removeTasksOfProject, Column: moveTasksToColumn, Tag: untagTasks, Member: unassignTasks },
  examples,
  demo: async () => (await import('./task.demo.ts')).taskDemo,
  fixture: () => import('./tasks.fixture.ts'),
} satisfies Feature
