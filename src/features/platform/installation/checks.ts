import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { assertLeastPrivilege } from '#core/database/app-role'
import { writableQuery } from '#core/database/connection'
import { checkDistribution } from '#core/database/distribute'
import { readTableSizes } from '#core/database/table-sizes'
import { countUndelivered } from '#core/mail/metrics'
import { createMailTransport } from '#core/mail/transport'
import {
  createDiskWatch,
  type DiskLocation,
  type DiskSpace,
  type DiskWatch,
  getDiskPaths,
  isDiskScarce,
} from '#core/runtime/disk-space'
import { describeMemory } from '#core/runtime/minimum-memory'
import { createKeyRingReader, createSecrets } from '#core/runtime/secret-key'
import type { Storage } from '#core/storage/objects'
import { createStorage } from '#core/storage/storage'
import { detectIsolation, type Isolation } from '#core/threads/isolation'
import type { Clock } from '#core/time/clock'
import { expiresSoon, readCertificateExpiry } from '#documents/seal/certificate'
import { checkBaseRate } from '#features/billing/reminders/base-rates'
import { checkEndpoint } from '#features/platform/assistant/check-endpoint'
import { checkLastBackup } from '#features/platform/backups/check-backups'
import { type Config, variables } from '../../../config.ts'
import { certificateExpiryFailure, type FailureMessages, undeliveredMailFailure } from './checks.messages.ts'
import { countOldSecrets } from './reencrypt-secrets.ts'

export interface CheckContext {
  config: Config
  clock: Clock
  /** Connects as the owner of the database. */
  system: <Result>(work: (system: Pool) => Promise<Result>) => Promise<Result>
  storage?: Pick<Storage, 'check'>
  disk?: Pick<DiskWatch, 'measure'>
}

/** A failure with its own text and remedy. */
export class CheckFailed extends Error {
  override readonly name = 'CheckFailed'

  constructor(
    detail: string,
    readonly messages: FailureMessages,
  ) {
    super(detail)
  }
}

/** Checks a part. Returns details for the operator; throws with a message for the operator. */
type Check = (at: CheckContext) => Promise<string>

const isolationDetails = {
  bubblewrap: 'in bubblewrap: no files, no network',
  namespaces: 'in namespaces with a root of their own (unshare): no files, no network',
  network:
    "in a namespace without network (unshare); files by Node's permission model, which native code and Unix sockets are not bound by (install bubblewrap, or allow mounts in user namespaces)",
  node: "by Node's permission model alone: no files, but native code is not bound by it and sockets are open (install bubblewrap, and let the container make user namespaces)",
} satisfies Record<Isolation, string>

/** In the order in which they run. */
export const checks = {
  settings: async () => {
    const set = variables.filter(({ name }) => process.env[name]).map(({ name }) => name)
    return set.length ? set.join(', ') : 'all at their defaults'
  },
  node: async () => {
    if (Number(process.versions.node.split('.')[0]) < 24) throw new Error(`this is ${process.version}`)
    return process.version
  },
  memory: async () => {
    const { isEnough, text } = describeMemory()
    if (!isEnough) throw new Error(text)
    return text
  },
  database: ({ config, system }) =>
    system(async (owner) => {
      const { rows } = await owner.query<{ version: number }>(
        "select current_setting('server_version_num')::int as version",
      )
      const [found] = rows
      if (!found || found.version < 150000) throw new Error('PostgreSQL 15 or newer is needed')
      const { rows: state } = await owner.query<{ takesChanges: boolean }>(writableQuery)
      if (!state[0]?.takesChanges) throw new Error('it takes no changes: a standby, or default_transaction_read_only')
      await assertLeastPrivilege(owner)
      const counted = await owner.query<{ count: number }>('select count(*) as count from organizations')
      const organizations = Number(counted.rows[0]?.count)
      return `PostgreSQL ${Math.floor(found.version / 10000)}, current, ${organizations} ${organizations === 1 ? 'organization' : 'organizations'}, ${describeSizes(await readTableSizes(owner))}${config.databaseUrl ? '' : locateCluster(config)}`
    }),
  servers: ({ system }) => system(checkDistribution),
  'secret key': async ({ config, system }) => {
    const keys = createKeyRingReader(config)
    const secrets = createSecrets(keys)
    if (secrets.open(secrets.seal('probe', 'doctor'), 'doctor') !== 'probe')
      throw new Error('it does not open what it seals')
    const source = config.secretKey ? 'from SECRET_KEY' : 'in DATA_DIR'
    if (!keys().previous) return source
    const old = await system((owner) => countOldSecrets(owner, secrets.keyId()))
    return `${source}; the previous key is needed by ${old.secrets} stored secrets and the recovery codes of ${old.members} ${old.members === 1 ? 'member' : 'members'} (kontor rotate-key)`
  },
  storage: async ({ config, storage }) => {
    await (storage ?? (await createStorage(config.s3, join(config.dataDir, 'files')))).check()
    return config.s3 ? `object storage at ${config.s3.endpoint}` : `files in ${config.dataDir}/files`
  },
  disk: async ({ config, disk }) =>
    describeDisks(await (disk ?? (await createDiskWatch(getDiskPaths(config), async () => {}))).measure()),
  backup: ({ config, clock }) => checkLastBackup(config, clock),
  quotas: async ({ config }) => {
    const figure = (value: number | null) => (value ? `at most ${value.toLocaleString('en')}` : 'any number of')
    return `an organization stores ${figure(config.rowQuota)} rows (ROW_QUOTA), ${figure(config.storageQuotaBytes)} bytes (STORAGE_QUOTA_BYTES)`
  },
  mail: async ({ config, system }) => {
    const transport = createMailTransport(config.mail, join(config.dataDir, 'outbox'))
    try {
      await transport.check()
    } finally {
      transport.close()
    }
    const undelivered = await system(countUndelivered)
    if (undelivered)
      throw new CheckFailed(
        `${undelivered} ${undelivered === 1 ? 'mail' : 'mails'} not delivered in the last 24 hours`,
        undeliveredMailFailure,
      )
    return config.mail.via === 'outbox'
      ? `files in ${config.dataDir}/outbox (set SMTP_URL to send)`
      : `by ${config.mail.via}`
  },
  'base rate': ({ system, clock }) => system((owner) => checkBaseRate(owner, clock.today())),
  assistant: async ({ config }) =>
    config.assistant ? checkEndpoint(config.assistant) : 'the built-in (set ASSISTANT_BASE_URL for a language model)',
  seal: async ({ config, clock }) => {
    const { checkSealing } = await import('#documents/seal/check-sealing')
    const detail = await checkSealing(config, clock.now())
    const end = await readCertificateExpiry(config)
    if (end && expiresSoon(end, clock.now())) throw new CheckFailed(detail, certificateExpiryFailure)
    return detail
  },
  previews: async () => isolationDetails[await detectIsolation()],
} satisfies Record<string, Check>

export type CheckName = keyof typeof checks

/** Data directory of the embedded PostgreSQL. Under root it is outside a DATA_DIR that other users cannot enter. */
function locateCluster({ dataDir }: Pick<Config, 'dataDir'>): string {
  const entry = join(realpathSync(dataDir), 'postgres')
  if (!existsSync(entry)) return ''
  const home = realpathSync(entry)
  return home === entry ? `, in ${home}` : `, in ${home}, outside DATA_DIR`
}

/** Total size and largest part. */
function describeSizes(sizes: ReadonlyMap<string, number>): string {
  const megabytes = (bytes: number) => `${Math.ceil(bytes / 2 ** 20).toLocaleString('en')} MB`
  const largest = [...sizes].slice(0, 3).map(([table, bytes]) => `${table} ${megabytes(bytes)}`)
  return `${megabytes([...sizes.values()].reduce((sum, bytes) => sum + bytes, 0))} (${largest.join(', ')})`
}

const placeNames = { data: 'DATA_DIR', database: 'the database' } satisfies Record<DiskLocation, string>

/** Free space; throws if there is too little. */
function describeDisks(places: ReadonlyMap<DiskLocation, DiskSpace>): string {
  const text = [...places].map(([place, { freeBytes, bytes, freeInodes, inodes }]) => {
    const share = Math.floor((100 * freeBytes) / bytes)
    const files = inodes ? `, ${Math.floor((100 * freeInodes) / inodes)} % of inodes` : ''
    return `${(freeBytes / 2 ** 30).toFixed(1)} GB (${share} %${files}) free for ${placeNames[place]}`
  })
  if ([...places.values()].some(isDiskScarce)) throw new Error(text.join('; '))
  return text.join('; ')
}
