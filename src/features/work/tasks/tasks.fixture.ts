import type { Fixture } from '#core/feature/fixture'

export const fixture = {
  task: async ({ post, one }) =>
    post('/tasks', {
      title: 'Entwurf',
      project_id: await one('project'),
      column_id: await one('column'),
      assignee_ids: [await one('member')],
      tag_ids: [await one('tag')],
    }),
  subtask: async ({ post, one }) => post(`/tasks/${await one('task')}/subtasks`, { title: 'Farben' }),
  attachment: async ({ post, one, upload }) =>
    post(`/tasks/${await one('task')}/attachments`, { file_id: (await upload()).id }),
} satisfies Fixture
