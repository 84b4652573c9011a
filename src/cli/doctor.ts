import { join } from 'node:path'
import type { Pool } from 'pg'
import { createPool } from '#core/database/connection'
import { DatabaseUnavailable } from '#core/database/open-database'
import { createStorage, type Storage } from '#core/storage/storage'
import { systemClock } from '#core/time/clock'
import { verifyArchive } from '#features/billing/issuing/verify-archive'
import { describeChainFault, verifyAuditLogs } from '#features/platform/audit-log/verify-audit-chain'
import { CheckFailed, type CheckName, checks } from '#features/platform/installation/checks'
import { checkMessages } from '#features/platform/installation/checks.messages'
import { type Config, ConfigError, readConfig } from '../config.ts'
import { openInstallation } from '../open-installation.ts'

/** Result of a check, and its remedy. */
interface Finding {
  name: string
  ok: boolean
  detail: string
  remedy?: string
}

/** Checks every configured part and prints problems and remedies. Exit code 1 if there are any. */
export async function runDoctor({ archive = false, json = false }: { archive?: boolean; json?: boolean } = {}) {
  const findings: Finding[] = []
  const report = (words: string) => json || process.stdout.write(words)
  const note = (finding: Finding) => {
    findings.push(finding)
    const { name, ok, detail, remedy } = finding
    report(ok ? `ok    ${name}: ${detail}\n` : `fail  ${name}: ${detail}\n${remedy ? `      ${remedy}\n` : ''}`)
  }
  const check = async (name: string, remedy: string, work: () => Promise<string>) => {
    try {
      note({ name, ok: true, detail: await work() })
    } catch (error) {
      // Other checks that need the database add nothing.
      if (error instanceof DatabaseUnavailable && name !== 'database') return
      const toDo = error instanceof CheckFailed ? error.messages.remedy.en : remedy
      note({ name, ok: false, detail: (error as Error).message, ...(toDo && { remedy: toDo }) })
    }
  }
  const end = () => {
    const failed = findings.filter(({ ok }) => !ok).map(({ name }) => name)
    if (json) process.stdout.write(`${JSON.stringify({ ok: !failed.length, checks: findings })}\n`)
    report(
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
  // Messages of opening the database are shown once.
  let tell = report
  const system = <Result>(work: (system: Pool) => Promise<Result>) => {
    const telling = tell
    tell = () => true
    return withSystem(config, telling, work)
  }
  const looking = { config, clock: systemClock, system }
  for (const name of Object.keys(checks) as CheckName[]) {
    await check(name, checkMessages[name].remedy.en, () => checks[name](looking))
    if (name === 'database')
      await check('audit log', checkMessages['audit log'].remedy.en, () =>
        system(async (owner) => wholeLog(owner, await createStorage(config.s3, join(config.dataDir, 'files')))),
      )
  }
  if (archive)
    await check(
      'archive',
      'Restore what is named from a backup; the hashes of archived_documents tell which bytes.',
      () =>
        system(async (owner) => {
          const storage = await createStorage(config.s3, join(config.dataDir, 'files'))
          const { documents, damaged } = await verifyArchive(owner, storage)
          if (damaged.length)
            throw new Error(damaged.map(({ number, key, fault }) => `${number} (${key}) ${fault}`).join(', '))
          return `${documents} ${documents === 1 ? 'document' : 'documents'}, each as it was archived`
        }),
    )
  end()
}

async function wholeLog(system: Pool, storage: Pick<Storage, 'list'>): Promise<string> {
  const { entries, broken } = await verifyAuditLogs(system, storage)
  if (broken.length)
    throw new Error(broken.map((each) => `organization ${each.organizationId}: ${describeChainFault(each)}`).join(', '))
  return `${entries} ${entries === 1 ? 'entry' : 'entries'}, each as it was written`
}

/** Opens the database as its owner for `work`. */
async function withSystem<Result>(
  config: Config,
  report: (words: string) => unknown,
  work: (system: Pool) => Promise<Result>,
): Promise<Result> {
  const database = await openInstallation(config, (line) => report(`      ${line}\n`))
  const system = createPool(database.url, 'system', 1)
  try {
    return await work(system)
  } finally {
    await system.end()
    await database.close()
  }
}
