import { utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isStale, root } from './stale.mjs'

const config = join(root, 'src', 'web', 'vite.config.ts')
const stamp = join(root, 'dist', 'web', '.built')
const sources = ['src/web', 'src/rich-text', 'assets/design', 'schema/web', 'package-lock.json']

/** Builds the app into dist/web, where its sources are newer than what is there. */
export async function buildWeb({ isForced = false } = {}) {
  if (!isForced && !isStale(stamp, sources)) return
  const began = new Date()
  const { build } = await import('vite')
  // React and its tools are taken as NODE_ENV says, whatever the mode is: a test's would be built for developers.
  const { NODE_ENV } = process.env
  process.env.NODE_ENV = 'production'
  await build({ configFile: config, configLoader: 'native', logLevel: 'warn', mode: 'production' })
  if (NODE_ENV === undefined) delete process.env.NODE_ENV
  else process.env.NODE_ENV = NODE_ENV
  writeFileSync(stamp, '')
  utimesSync(stamp, began, began)
}
