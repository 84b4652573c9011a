import { createExampleId, type Examples } from '#core/rest/openapi-examples'
import { things as clients } from '#features/people/clients/clients.examples'

/** Resources of the examples. A test creates them and sends every example. */
export const things = {
  project: createExampleId(3),
  column: createExampleId(4),
  emptyColumn: createExampleId(5),
}

/** Example requests by operation. */
export const examples: Examples = {
  things,
  ids: { '/projects': things.project, '/columns': things.column },
  operations: {
    listProjects: { parameters: { client_id: clients.client, status: 'active' } },
    createProject: {
      body: {
        name: 'Neuer Auftritt',
        client_id: clients.client,
        color: '#1f6feb',
        budget_minutes: 4800,
        hourly_rate_cents: 11000,
      },
    },
    updateProject: { body: { description: 'Zweite Ausbaustufe', budget_minutes: 6000 } },
    setProjectStatus: { body: { status: 'on_hold' } },
    createColumn: { body: { name: 'Abnahme', sort_order: 3 } },
    updateColumn: { body: { name: 'In Prüfung' } },
    moveColumn: { body: { position: 2 } },
    deleteColumn: { parameters: { id: things.emptyColumn } },
  },
}
