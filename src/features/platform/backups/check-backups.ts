import { openRepository } from '#core/backup/repository'
import type { Clock } from '#core/time/clock'
import type { Config } from '../../../config.ts'

const hour = 3_600_000
/** A backup is made each night, and one may fail. */
const longestAge = 50 * hour

/** Says when the last backup was made; throws where it is too long ago. */
export async function checkBackups(
  { backup: { to, keys, s3 } }: Pick<Config, 'backup'>,
  clock: Clock,
): Promise<string> {
  if (!to) return 'none by Kontor (set BACKUP_TO)'
  const ids = await (await openRepository({ place: to, s3 }, keys)).ids()
  const last = ids.at(-1)
  if (!last) throw new Error(`there is no complete backup in ${to}`)
  const age = clock.now().getTime() - momentOf(last).getTime()
  const text = `the last of ${ids.length} in ${to} was made ${Math.round(age / hour)} hours ago`
  if (age > longestAge) throw new Error(text)
  return text
}

/** Of a name such as `20261128T031500Z`. */
const momentOf = (id: string) => new Date(id.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'))
