import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The nearest parent folder with assets, from sources and from the build. */
export const projectRoot = (() => {
  let folder = import.meta.dirname
  while (!existsSync(join(folder, 'assets'))) folder = dirname(folder)
  return folder
})()
