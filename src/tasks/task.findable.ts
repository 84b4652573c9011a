import type { Findable } from '../core/database/findable.ts'
import { projects } from '../projects/project.policy.ts'

/** Tasks by their titles. */
export const taskFindable = { kind: 'task', table: 'tasks', permission: projects.read } satisfies Findable
