import { createExampleId, type Examples } from '#core/rest/openapi-examples'
import { things as projects } from '#features/work/projects/projects.examples'

/** What the examples are about. A test makes each of them and sends every example as it stands. */
const things = {
  whiteboard: createExampleId(20),
}

/** Requests as they may be sent, by operation. */
export const examples: Examples = {
  things,
  ids: { '/whiteboards': things.whiteboard },
  operations: {
    createWhiteboard: {
      body: { title: 'Seitenstruktur', project_id: projects.project, scene: { type: 'excalidraw', elements: [] } },
    },
    updateWhiteboard: { body: { title: 'Seitenstruktur, zweite Fassung' } },
  },
}
