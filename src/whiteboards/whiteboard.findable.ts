import type { Findable } from '../core/database/findable.ts'
import { projects } from '../projects/project.policy.ts'

/** Whiteboards by their titles. */
export const whiteboardFindable = {
  kind: 'whiteboard',
  table: 'whiteboards',
  permission: projects.read,
} satisfies Findable
