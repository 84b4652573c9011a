import { policy, roles } from '#core/access/policy'

/** Applies to projects and everything in them: columns, tasks, subtasks, tags, attachments, whiteboards. */
export const projects = policy({
  read: roles.workReaders,
  write: roles.workers,
})
