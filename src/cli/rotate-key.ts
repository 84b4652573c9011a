import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Pool } from 'pg'
import { createPool } from '#core/database/connection'
import {
  createKeyRingReader,
  createSecrets,
  keyFileCacheMs,
  previousKeyFile,
  rotateKeyFile,
  secretKeyFile,
} from '#core/runtime/secret-key'
import { countOldSecrets, reencryptSecrets } from '#features/platform/installation/reencrypt-secrets'
import { type Config, readConfig } from '../config.ts'
import { openInstallation } from '../open-installation.ts'
import { createProgressLine } from './progress.ts'

/** What the command did, and what still needs the previous key. */
export interface KeyRotation {
  encrypted: number
  unreadable: number
  /** Members with recovery codes that only the previous key verifies. */
  members: number
  /** Whether a new key was made, rather than a rotation continued. */
  isBegun: boolean
}

/** Days that the longest link of a mail is valid (invitations). */
const linksLastDays = 7

/** Begins a rotation of the key, or goes on with the one that was interrupted. The service may run meanwhile. */
export const rotateKey = (): Promise<KeyRotation> =>
  withRotation(async (config, system) => {
    if (config.secretKey && !createKeyRingReader(config)().previous)
      throw new Error(
        'SECRET_KEY is set: make a new one (openssl rand -base64 48), set SECRET_KEY_PREVIOUS to the one of now and SECRET_KEY to the new one, restart every process, and run this again.',
      )
    const isBegun = !config.secretKey && rotateKeyFile(config.dataDir)
    // Running processes read the files anew: from then on all of them encrypt with the new key.
    if (!config.secretKey) await setTimeout(2 * keyFileCacheMs)
    return { ...(await encryptAll(config, system)), isBegun }
  })

/** Removes the previous key, after a proof that nothing that is stored needs it. `force` gives up what does. */
export const removePreviousKey = ({ force }: { force: boolean }): Promise<KeyRotation & { inSettings: boolean }> =>
  withRotation(async (config, system) => {
    if (!createKeyRingReader(config)().previous) throw new Error('There is no previous key: nothing is to be dropped.')
    const rotation = await encryptAll(config, system)
    const { secrets } = await countOldSecrets(system, secretsOf(config).keyId())
    if (secrets > rotation.unreadable)
      throw new Error(`${secrets} stored secrets need the previous key: run kontor rotate-key again.`)
    const reasons = force ? [] : reasonsToWait(config, rotation)
    if (reasons.length)
      throw new Error(`The previous key is kept: ${reasons.join('; ')}. --force drops it all the same.`)
    // Codes that no key verifies would be counted as left.
    await system.query('delete from recovery_codes where key_id is distinct from $1', [secretsOf(config).keyId()])
    rmSync(join(config.dataDir, previousKeyFile), { force: true })
    return { ...rotation, isBegun: false, inSettings: config.secretKeyPrevious !== null }
  })

function reasonsToWait(
  { secretKey, dataDir }: Config,
  { members, unreadable }: Omit<KeyRotation, 'isBegun'>,
): string[] {
  const rotatedAt = secretKey ? null : statSync(join(dataDir, secretKeyFile)).mtimeMs
  const days = rotatedAt === null ? null : Math.ceil(linksLastDays - (Date.now() - rotatedAt) / 86_400_000)
  return [
    ...(members
      ? [
          `recovery codes of ${members} ${members === 1 ? 'member' : 'members'} need it (they make new ones in their settings)`,
        ]
      : []),
    ...(unreadable ? [`${unreadable} stored secrets open with neither key`] : []),
    ...(days && days > 0 ? [`links in mails need it for ${days} more ${days === 1 ? 'day' : 'days'}`] : []),
  ]
}

const secretsOf = (config: Config) => createSecrets(createKeyRingReader(config))

async function encryptAll(config: Config, system: Pool): Promise<Omit<KeyRotation, 'isBegun'>> {
  const bar = createProgressLine(process.stderr)
  const secrets = secretsOf(config)
  const done = await reencryptSecrets(system, secrets, (done, all) => bar.show('Secrets', done, all))
  bar.end(`${done.encrypted} secrets`)
  const { members } = await countOldSecrets(system, secrets.keyId())
  return { ...done, members }
}

/** Works as the owner of the database; only one rotation runs at a time. */
async function withRotation<Result>(work: (config: Config, system: Pool) => Promise<Result>): Promise<Result> {
  const config = readConfig(process.env)
  const database = await openInstallation(config, (line) => process.stderr.write(`${line}\n`))
  const system = createPool(database.url, 'system', 2)
  try {
    const lock = await system.connect()
    try {
      const { rows } = await lock.query<{ isFree: boolean }>(
        `select pg_try_advisory_lock(hashtextextended('rotate key', 0)) as "isFree"`,
      )
      if (!rows[0]?.isFree) throw new Error('The key is being rotated by another process already.')
      return await work(config, system)
    } finally {
      // Closes the connection, and with it ends the lock.
      lock.release(true)
    }
  } finally {
    await system.end()
    await database.close()
  }
}
