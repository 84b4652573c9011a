import { createExampleId, type Examples } from '#core/rest/openapi-examples'
import { things as projects } from '#features/work/projects/projects.examples'

/** Resources of the examples. A test creates them and sends every example. */
const things = {
  whiteboard: createExampleId(20),
}

/** Example requests by operation. */
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
