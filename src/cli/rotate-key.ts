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

export interface KeyRotation {
  encrypted: number
  unreadable: number
  /** Members whose recovery codes only the previous key verifies. */
  members: number
  /** False if an interrupted rotation was continued. */
  isBegun: boolean
}

/** Validity of invitations, the longest of mailed links. */
const linksLastDays = 7

/** Starts a key rotation or continues an interrupted one; the service may run. */
export const rotateKey = (): Promise<KeyRotation> =>
  withRotation(async (config, system) => {
    if (config.secretKey && !createKeyRingReader(config)().previous)
      throw new Error(
        'SECRET_KEY is set: make a new one (openssl rand -base64 48), set SECRET_KEY_PREVIOUS to the one of now and SECRET_KEY to the new one, restart every process, and run this again.',
      )
    const isBegun = !config.secretKey && rotateKeyFile(config.dataDir)
    // Waits until running processes have read the new key.
    if (!config.secretKey) await setTimeout(2 * keyFileCacheMs)
    return { ...(await encryptAll(config, system)), isBegun }
  })

/** Removes the previous key if no stored value needs it; `force` gives up those that do. */
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
    // Deletes codes that no key verifies.
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

/** One rotation at a time. */
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
      // Closing the connection releases the lock.
      lock.release(true)
    }
  } finally {
    await system.end()
    await database.close()
  }
}
