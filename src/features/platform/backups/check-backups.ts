import { openRepository } from '#core/backup/repository'
import type { InstallationNoticeSource } from '#core/operation/notices'
import type { Bilingual } from '#core/text/language'
import type { Clock } from '#core/time/clock'
import type { Config } from '../../../config.ts'

const hour = 3_600_000
/** Backups run nightly; one may fail. */
const maxBackupAge = 50 * hour

/** Listing backups may be slow, as they may be in object storage. */
const cacheMs = 300_000

/** Reads when the last complete backup in BACKUP_TO began; null if there is none. Cached for five minutes. */
export function createLastBackupReader({ backup }: Pick<Config, 'backup'>): () => Promise<Date | null> {
  let known: { at: number; moment: Promise<Date | null> } | undefined
  return () => {
    if (known && performance.now() - known.at < cacheMs) return known.moment
    const read = { at: performance.now(), moment: listBackups(backup).then((ids) => parseBackupTime(ids.at(-1))) }
    known = read
    read.moment.catch(() => {
      if (known === read) known = undefined
    })
    return read.moment
  }
}

/** Returns the time of the last backup; throws if it is too old. */
export async function checkLastBackup({ backup }: Pick<Config, 'backup'>, clock: Clock): Promise<string> {
  const { to } = backup
  if (!to) return 'none by Kontor (set BACKUP_TO)'
  const ids = await listBackups(backup)
  const last = parseBackupTime(ids.at(-1))
  if (!last) throw new Error(`there is no complete backup in ${to}`)
  const age = clock.now().getTime() - last.getTime()
  const text = `the last of ${ids.length} in ${to} was made ${Math.round(age / hour)} hours ago`
  if (age > maxBackupAge) throw new Error(text)
  return text
}

/** Backups that failed or are overdue. */
export const failedBackupNotices: InstallationNoticeSource = {
  kind: 'backup_failed',
  async find({ config: { backup }, clock, system }) {
    if (!backup.to) return []
    const path = '/settings/doctor'
    // Read before the jobs: storage that cannot be listed counts as a failed backup.
    const last = await listBackups(backup).then(
      (ids) => parseBackupTime(ids.at(-1)),
      () => null,
    )
    const { rows } = await system.query<{ since: Date | null }>(
      `select min(completed_on) as since from pgboss.job
       where name = 'backup' and state = 'failed' and completed_on > coalesce($1::timestamptz, '-infinity')`,
      [last],
    )
    const since = rows[0]?.since
    if (since) return [{ message: failed, path, since }]
    if (!last) return [{ message: missing, path, since: null }]
    const overdueSince = new Date(last.getTime() + maxBackupAge)
    return overdueSince < clock.now() ? [{ message: missing, path, since: overdueSince }] : []
  },
}

const failed: Bilingual = {
  de: 'Die Sicherung ist fehlgeschlagen. `kontor backup` sagt, woran es liegt.',
  en: 'The backup has failed. `kontor backup` says what is wrong.',
}
const missing: Bilingual = {
  de: 'Seit zwei Tagen gibt es keine Sicherung. `kontor backup` sagt, woran es liegt.',
  en: 'There has been no backup for two days. `kontor backup` says what is wrong.',
}

const listBackups = async ({ to, keys, s3 }: Config['backup']): Promise<string[]> =>
  to ? (await openRepository({ place: to, s3 }, keys)).ids() : []

/** `20261128T031500Z` */
const parseBackupTime = (id: string | undefined) =>
  id ? new Date(id.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z')) : null
