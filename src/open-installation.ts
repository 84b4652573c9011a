import { type OpenDatabase, openDatabase } from '#core/database/open-database'
import type { Config } from './config.ts'

/**
 * The database of the settings, migrated; an embedded one is moved to the major version of PostgreSQL that Kontor comes with, and
 * backed up before it is migrated, unless that is switched off. `say` reports what takes long. Throws StartFailure.
 */
export function openInstallation(config: Config, report: (line: string) => void): Promise<OpenDatabase> {
  return openDatabase(config, report, {
    moveData: async (from, to) => {
      const { moveDatabase } = await import('./cli/backup.ts')
      await moveDatabase(config, from, to)
    },
    ...(config.backup.beforeMigration && {
      beforeMigration: async (url) => {
        const { backUpBeforeMigration } = await import('./cli/backup.ts')
        await backUpBeforeMigration(config, url)
      },
    }),
  })
}
