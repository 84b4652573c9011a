import { createExampleId, type Examples } from '#core/rest/openapi-examples'

/** Resources of the examples. A test creates them and sends every example. */
export const things = {
  file: createExampleId(17),
  folder: createExampleId(18),
  emptyFolder: createExampleId(19),
}

/** Example requests by operation. */
export const examples: Examples = {
  things,
  ids: { '/storage/files': things.file, '/storage/folders': things.folder },
  operations: {
    createFolder: { body: { name: 'Verträge', parent_id: things.folder } },
    updateFolder: { body: { name: 'Angebote' } },
    deleteFolder: { parameters: { id: things.emptyFolder } },
    updateFile: { body: { name: 'Entwurf 2.txt', folder_id: things.folder } },
  },
}
