import type { Findable } from '#core/database/findable'
import { projects } from '#features/work/projects/project.policy'

/** Whiteboards by their titles. */
export const whiteboardFindable = {
  kind: 'whiteboard',
  table: 'whiteboards',
  permission: projects.read,
} satisfies Findable
