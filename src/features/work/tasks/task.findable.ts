import type { Findable } from '#core/database/findable'
import { projects } from '#features/work/projects/project.policy'

/** Tasks by their titles. */
export const taskFindable = { kind: 'task', table: 'tasks', permission: projects.read } satisfies Findable
