import { policy, roles } from '#core/access/policy'

/** Who may do what with projects and all that is in them: columns, tasks, subtasks, tags, attachments, whiteboards. */
export const projects = policy({
  read: roles.workReaders,
  write: roles.workers,
})
