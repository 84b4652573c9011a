import { createExampleId, type Examples } from '#core/rest/openapi-examples'
import { things as files } from '../files/files.examples.ts'

const things = { share: createExampleId(110) }

/** A token of the right form that does not exist. */
const token = '0f3QpLzX7cVb2NmK9sDhTgR4wYuE6iOaJxZq8vBn1MkC5lPeW0HtSyUdGjFrAo3I5'

/** Example requests by operation. */
export const examples: Examples = {
  things,
  ids: {
    '/storage/share-links': things.share,
    '/storage/shares': files.file,
    '/storage/folder-shares': files.folder,
    '/public/shares': token,
  },
  operations: {
    shareFile: { body: { password: 'Alsterblick', expires_at: '2099-12-31T22:59:59Z', max_downloads: 3 } },
    shareFolder: { body: { expires_at: '2099-12-31T22:59:59Z' } },
    openShare: { body: { password: 'Alsterblick' } },
    downloadShare: { body: { password: 'Alsterblick' } },
  },
}
