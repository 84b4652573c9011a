import { createExampleId, type Examples } from '#core/rest/openapi-examples'
import { things as clients } from '#features/people/clients/clients.examples'
import { things as projects } from '#features/work/projects/projects.examples'
import { things as tasks } from '#features/work/tasks/tasks.examples'

/** Resources of the examples. A test creates them and sends every example. */
const things = {
  timeEntry: createExampleId(12),
  runningTimer: createExampleId(13),
}

/** Example requests by operation. */
export const examples: Examples = {
  things,
  ids: { '/time-entries': things.timeEntry },
  operations: {
    listTimeEntries: {
      parameters: { project_id: projects.project, billable: true, from: '2026-11-01', to: '2026-11-30' },
    },
    createTimeEntry: {
      body: {
        task_id: tasks.task,
        description: 'Entwürfe',
        started_at: '2026-01-12T09:00:00+01:00',
        ended_at: '2026-01-12T11:30:00+01:00',
      },
    },
    updateTimeEntry: { body: { description: 'Entwürfe und Abstimmung', billable: false } },
    startTimer: { body: { task_id: tasks.task, description: 'Entwürfe' } },
    stopTimer: { parameters: { id: things.runningTimer } },
    getRunningTimer: { needs: ['runningTimer'] },
    timeEntriesPreview: {
      needs: ['timeEntry'],
      body: { client_id: clients.client, from: '2026-01-01', to: '2026-01-31', per: 'entry' },
    },
    invoiceFromTimeEntries: {
      needs: ['timeEntry'],
      body: {
        client_id: clients.client,
        project_id: projects.project,
        from: '2026-01-01',
        to: '2026-01-31',
        per: 'task',
      },
    },
  },
}
