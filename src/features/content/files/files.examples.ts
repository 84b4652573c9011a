import { createExampleId, type Examples } from '#core/rest/openapi-examples'

/** What the examples are about. A test makes each of them and sends every example as it stands. */
export const things = {
  file: createExampleId(17),
  folder: createExampleId(18),
  emptyFolder: createExampleId(19),
}

/** Requests as they may be sent, by operation. */
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
