import type { Findable } from '#core/database/findable'
import { projects } from './project.policy.ts'

/** Projects by their names. */
export const projectFindable = { kind: 'project', table: 'projects', permission: projects.read } satisfies Findable
