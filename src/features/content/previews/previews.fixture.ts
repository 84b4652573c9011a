import type { Fixture } from '#core/feature/fixture'

/** The smallest GIF there is. */
const pixel = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64')

export const fixture = {
  picture: async ({ upload, system }) => {
    const file = await upload(pixel)
    // Where no jobs run.
    await system.query(`update files set preview = 'ready' where id = $1`, [file.id])
    return file
  },
} satisfies Fixture
