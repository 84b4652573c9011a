import { join } from 'node:path'
import type { Pool } from 'pg'
import { createPool } from '#core/database/connection'
import { openDatabase } from '#core/database/open'
import { createMailTransport } from '#core/mail/transport'
import { createStorage } from '#core/storage/storage'
import { systemClock } from '#core/time/clock'
import { verifyArchive } from '#features/billing/issuing/verify-archive'
import { checkBaseRate } from '#features/billing/reminders/base-rates'
import { checkEndpoint } from '#features/platform/assistant/check'
import { verifyAuditLogs } from '#features/platform/audit-log/verify-chain'
import { type Config, ConfigError, readConfig, variables } from '../config.ts'
import { createSecrets, secretKey } from '../core/runtime/secret-key.ts'

/** What was looked at, and what to do where it is not well. */
interface Finding {
  name: string
  ok: boolean
  detail: string
  remedy?: string
}

/** Checks every configured part; each says what is wrong and what to do. Exit code 1 where anything is. */
export async function doctor({ archive = false, json = false }: { archive?: boolean; json?: boolean } = {}) {
  const findings: Finding[] = []
  const say = (words: string) => json || process.stdout.write(words)
  const note = (finding: Finding) => {
    findings.push(finding)
    const { name, ok, detail, remedy } = finding
    say(ok ? `ok    ${name}: ${detail}\n` : `fail  ${name}: ${detail}\n${remedy ? `      ${remedy}\n` : ''}`)
  }
  const check = async (name: string, remedy: string, work: () => Promise<string>) => {
    try {
      note({ name, ok: true, detail: await work() })
    } catch (error) {
      note({ name, ok: false, detail: (error as Error).message, ...(remedy && { remedy }) })
    }
  }
  const end = () => {
    const failed = findings.filter(({ ok }) => !ok).map(({ name }) => name)
    if (json) process.stdout.write(`${JSON.stringify({ ok: !failed.length, checks: findings })}\n`)
    say(
      failed.length
        ? `\n${failed.length} of ${findings.length} need attention: ${failed.join(', ')}\n`
        : '\nEverything is in order.\n',
    )
    process.exitCode = failed.length ? 1 : 0
  }

  let config: ReturnType<typeof readConfig>
  try {
    config = readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    note({ name: 'settings', ok: false, detail: error.message })
    return end()
  }
  const set = variables.filter(({ name }) => process.env[name]).map(({ name }) => name)
  await check('settings', '', async () => (set.length ? set.join(', ') : 'all at their defaults'))
  await check('node', 'Run it with Node 24 or newer; `npm ci` brings one along.', async () => {
    if (Number(process.versions.node.split('.')[0]) < 24) throw new Error(`this is ${process.version}`)
    return process.version
  })
  let baseRate = async (): Promise<string> => {
    throw new Error('the database cannot be read')
  }
  await check('database', 'Check DATABASE_URL, or that DATA_DIR can be written to.', () =>
    withSystem(config, say, async (system) => {
      const { rows } = await system.query<{ version: number; member: boolean; organizations: number }>(
        `select current_setting('server_version_num')::int as version,
           pg_has_role(current_user, 'kontor_app', 'member') as member, (select count(*) from organizations) as organizations`,
      )
      const [found] = rows
      if (!found || found.version < 150000) throw new Error('PostgreSQL 15 or newer is needed')
      if (!found.member) throw new Error('the user is not a member of the role kontor_app')
      const rate = await Promise.allSettled([checkBaseRate(system, systemClock.today())])
      baseRate = async () => {
        if (rate[0].status === 'rejected') throw rate[0].reason
        return rate[0].value
      }
      return `PostgreSQL ${Math.floor(found.version / 10000)}, current, ${found.organizations} ${Number(found.organizations) === 1 ? 'organization' : 'organizations'}`
    }),
  )
  await check('audit log', 'Compare it with a backup from before: docs/audit-log.md tells how.', () =>
    withSystem(
      config,
      () => {},
      async (system) => {
        const { entries, broken } = await verifyAuditLogs(system)
        if (broken.length)
          throw new Error(
            broken
              .map(
                ({ organizationId, entryId }) =>
                  `the chain of organization ${organizationId} is broken at entry ${entryId}`,
              )
              .join(', '),
          )
        return `${entries} ${entries === 1 ? 'entry' : 'entries'}, each as it was written`
      },
    ),
  )
  await check('secret key', 'Restore DATA_DIR/secret.key, or set SECRET_KEY.', async () => {
    const secrets = createSecrets(secretKey(config))
    if (secrets.open(secrets.seal('probe', 'doctor'), 'doctor') !== 'probe')
      throw new Error('it does not open what it seals')
    return config.secretKey ? 'from SECRET_KEY' : 'in DATA_DIR'
  })
  await check('storage', 'Check the S3_ variables, or that DATA_DIR can be written to.', async () => {
    await (await createStorage(config.s3, join(config.dataDir, 'files'))).check()
    return config.s3 ? `object storage at ${config.s3.endpoint}` : `files in ${config.dataDir}/files`
  })
  await check('quotas', '', async () => {
    const figure = (value: number | null) => (value ? `at most ${value.toLocaleString('en')}` : 'any number of')
    return `an organization stores ${figure(config.rowQuota)} rows (ROW_QUOTA), ${figure(config.storageQuotaBytes)} bytes (STORAGE_QUOTA_BYTES)`
  })
  await check('mail', 'Check SMTP_URL or POSTMARK_TOKEN.', async () => {
    const transport = createMailTransport(config.mail, join(config.dataDir, 'outbox'))
    try {
      await transport.check()
    } finally {
      transport.close()
    }
    return config.mail.via === 'outbox'
      ? `files in ${config.dataDir}/outbox (set SMTP_URL to send)`
      : `by ${config.mail.via}`
  })
  await check('base rate', 'Add it, as the Bundesbank announces it: `kontor base-rate add --from D --percent P`.', () =>
    baseRate(),
  )
  await check('assistant', 'Check the ASSISTANT_ variables; without them a built-in answers.', async () =>
    config.assistant ? checkEndpoint(config.assistant) : 'the built-in (set ASSISTANT_BASE_URL for a language model)',
  )
  await check('seal', 'Check SIGNING_CERTIFICATE and its password, TSA_URL, or DATA_DIR/signing.pem.', async () => {
    const { checkSeal } = await import('#documents/seal/check')
    return checkSeal(config, new Date())
  })
  if (archive)
    await check(
      'archive',
      'Restore what is named from a backup; the hashes of archived_documents tell which bytes.',
      () =>
        withSystem(
          config,
          () => {},
          async (system) => {
            const storage = await createStorage(config.s3, join(config.dataDir, 'files'))
            const { documents, damaged } = await verifyArchive(system, storage)
            if (damaged.length)
              throw new Error(damaged.map(({ number, key, fault }) => `${number} (${key}) ${fault}`).join(', '))
            return `${documents} ${documents === 1 ? 'document' : 'documents'}, each as it was archived`
          },
        ),
    )
  end()
}

/** Works as the owner of the database, which is opened and closed for it. */
async function withSystem<Result>(
  config: Config,
  say: (words: string) => void,
  work: (system: Pool) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase(config, (line) => say(`      ${line}\n`))
  const system = createPool(database.url, 'system', 1)
  try {
    return await work(system)
  } finally {
    await system.end()
    await database.close()
  }
}
