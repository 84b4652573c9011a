import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The project's own folder, from the sources as from the build: the nearest one above with the assets. */
export const projectRoot = (() => {
  let folder = import.meta.dirname
  while (!existsSync(join(folder, 'assets'))) folder = dirname(folder)
  return folder
})()
