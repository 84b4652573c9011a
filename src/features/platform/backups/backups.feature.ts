import type { Feature } from '#core/feature/feature'
import { failedBackupNotices } from './check-backups.ts'
import { runBackup } from './run-backup.ts'

export const feature = {
  name: 'backups',
  installationNotices: [failedBackupNotices],
  // After the audit log's anchors are written.
  jobs: ({ config }) =>
    config.backup.to ? [{ name: 'backup', cron: '20 2 * * *', retries: 3, run: () => runBackup(config) }] : [],
} satisfies Feature
