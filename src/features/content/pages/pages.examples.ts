import { createExampleId, type Examples } from '#core/rest/openapi-examples'
import { things as projects } from '#features/work/projects/projects.examples'

/** Resources of the examples. A test creates them and sends every example. */
const things = {
  page: createExampleId(66),
  pageVersion: createExampleId(67),
  pageArchive: createExampleId(112),
}

const content = '# Onboarding\n\n- [x] Zugang\n- [ ] Rundgang\n\n| Tag | Thema |\n| --- | --- |\n| 1 | Werkzeug |\n'

/** Example requests by operation. */
export const examples: Examples = {
  things,
  ids: { '/pages': things.page, '/pages/versions': things.pageVersion },
  operations: {
    createPage: { body: { title: 'Handbuch', icon: '📘', project_id: projects.project, content } },
    importPages: { body: { file_id: things.pageArchive } },
    updatePage: { body: { title: 'Handbuch, zweite Auflage', template: true } },
    replacePageContent: {
      body: {
        content: {
          type: 'doc',
          content: [
            { type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text: 'Onboarding' }] },
            { type: 'paragraph', content: [{ type: 'text', text: 'Willkommen!' }] },
          ],
        },
      },
    },
    movePage: { body: { parent_id: null, position: 0 } },
    restorePage: { body: { version_id: things.pageVersion } },
  },
}
