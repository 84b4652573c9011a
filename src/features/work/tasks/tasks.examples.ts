import { createExampleId, type Examples } from '#core/rest/openapi-examples'
import { things as files } from '#features/content/files/files.examples'
import { things as members } from '#features/people/members/members.examples'
import { things as projects } from '#features/work/projects/projects.examples'
import { things as tags } from '#features/work/tags/tags.examples'

/** Resources of the examples. A test creates them and sends every example. */
export const things = {
  task: createExampleId(6),
  subtask: createExampleId(7),
  attachment: createExampleId(9),
}

/** Example requests by operation. */
export const examples: Examples = {
  things,
  ids: { '/tasks': things.task, '/subtasks': things.subtask, '/attachments': things.attachment },
  operations: {
    listTasks: { parameters: { assignee_id: 'me', status: 'open', due_before: '2026-12-01', sort: 'due_date' } },
    createTask: {
      body: {
        title: 'Startseite entwerfen',
        project_id: projects.project,
        column_id: projects.column,
        description: '<p>Drei Entwürfe, <strong>einer mutig</strong>.</p>',
        priority: 'high',
        start_date: '2026-11-23',
        due_date: '2026-11-30',
        estimate_minutes: 480,
        assignee_ids: [members.member],
        tag_ids: [tags.tag],
      },
    },
    updateTask: { body: { due_date: '2026-12-04', priority: 'urgent' } },
    moveTask: { body: { column_id: projects.emptyColumn, position: 0 } },
    createSubtask: { body: { title: 'Farben abstimmen' } },
    updateSubtask: { body: { done: true } },
    createAttachment: { body: { file_id: files.file } },
    updateAttachment: { body: { file_id: files.file } },
  },
}
