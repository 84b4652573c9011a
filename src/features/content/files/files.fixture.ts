import type { Fixture } from '#core/feature/fixture'

/** The smallest possible GIF. */
const picture = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64')

export const fixture = {
  async file({ upload, system }) {
    const file = await upload(picture)
    // Tests of other features do not wait for the preview job.
    await system.query(`update files set preview = 'ready' where id = $1`, [file.id])
    return file
  },
  folder: ({ post }) => post('/storage/folders', { name: 'Ordner' }),
  emptyFolder: ({ post }) => post('/storage/folders', { name: 'Leer' }),
} satisfies Fixture
