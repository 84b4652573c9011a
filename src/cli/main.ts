import 'reflect-metadata'
import { Command, InvalidArgumentError, Option } from 'commander'
import type { Pool } from 'pg'
import { issueTokenWithSecurityEvent } from '#core/access/issue-token-by-command'
import { Role } from '#core/access/policy'
import { listAddressForms } from '#core/text/mail-address'
import { createMemberByCommand } from '#features/people/members/create-member-by-command'
import { readConfig } from '../config.ts'
import { version } from '../core/runtime/version.ts'
import { CalendarDate, DateTime } from '../core/schema/scalars.ts'
import {
  assertStrongPassword,
  createJsonOption,
  parseEmail,
  parseNonEmpty,
  parseUuid,
  printResult,
  withSystem,
} from './command-line.ts'
import { addOrganizationCommands } from './org.ts'

/**
 * The operator's command, such as `kontor org create --name … --email …`. It works beside a running server. Errors are one line on
 * stderr, for scripts. Commands load their modules themselves, because loading the whole service takes long.
 */
const program = new Command('kontor')
  .description('Runs and looks after a Kontor installation.')
  .showSuggestionAfterError(false)
  .version(version, '--version', 'says which version this is')
  // Leaves options after a subcommand's name to the subcommand.
  .enablePositionalOptions()
  .configureHelp({
    optionTerm: ({ flags, mandatory }) => (mandatory ? `${flags} (required)` : flags),
  })

/** Null for never. */
const momentOrNever = (text: string) => {
  if (text === 'never') return null
  try {
    const parsed = DateTime.parseValue(text) as Date
    if (parsed > new Date()) return parsed
  } catch {}
  throw new InvalidArgumentError('must be a moment in the future, such as 2030-01-31T09:00:00Z, or "never"')
}
const scale = (text: string) => {
  const number = Number(text)
  if (number >= 0.1 && number <= 100) return number
  throw new InvalidArgumentError('must be a number from 0.1 to 100')
}
const seed = (text: string) => {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('must be a whole number of at most nine digits')
}
const address = (text: string) => {
  if (URL.canParse(text) && /^https?:/.test(text)) return text.replace(/\/$/, '')
  throw new InvalidArgumentError('must be an address such as http://localhost:3000')
}
const signingSecret = (text: string) => {
  if (/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(text)) return text
  throw new InvalidArgumentError('must be whsec_ and 32 bytes in base64, as a webhook has it')
}
addOrganizationCommands(program)

const users = program.command('user').description('members of an organization')
users
  .command('create')
  .description('creates a member, and prints a token')
  .requiredOption('--org <id>', 'the organization', parseUuid)
  .requiredOption('--email <email>', '', parseEmail)
  .addOption(new Option('--role <role>').choices(Object.values(Role)).makeOptionMandatory())
  .option('--name <name>', 'the part of the address before the @ unless given', parseNonEmpty)
  .option('--password <password>', 'for signing in')
  .addOption(createJsonOption())
  .action((options) =>
    withSystem(async (system) => {
      const organizationName = await nameOfOrganization(system, options.org)
      assertStrongPassword(options.password, { email: options.email, name: options.name, organizationName })
      const { memberId, token } = await createMemberByCommand(system, { ...options, organizationId: options.org })
      printResult(
        options.json,
        { user_id: memberId, token },
        `Created ${options.email} (${memberId}).\nToken, shown once: ${token}`,
      )
    }),
  )

users
  .command('reset-second-factor')
  .description('lets somebody in who has lost their authenticator app and its recovery codes')
  .requiredOption('--email <email>', 'the member', parseEmail)
  .option('--org <id>', 'where the address belongs to members of several organizations', parseUuid)
  .addOption(createJsonOption())
  .action((options) =>
    withSystem(async (system) => {
      const { resetSecondFactor } = await import('#features/people/sessions/reset-second-factor')
      const member = await findMember(system, options)
      await resetSecondFactor(system, member)
      printResult(
        options.json,
        { user_id: member.memberId },
        `The password of ${options.email} is enough to sign in again.`,
      )
    }),
  )

const tokens = program.command('token').description('API tokens')
tokens
  .command('create')
  .description('creates a token of a member')
  .requiredOption('--email <email>', 'the member', parseEmail)
  .requiredOption('--name <name>', '', parseNonEmpty)
  .addOption(new Option('--scope <scope>').choices(['full', 'read']).default('full'))
  .option('--expires-at <moment>', 'ISO 8601, or "never"; a year from now unless given', momentOrNever)
  .option('--org <id>', 'where the address belongs to members of several organizations', parseUuid)
  .addOption(createJsonOption())
  .action((options) =>
    withSystem(async (system) => {
      const { tokenId, token } = await issueTokenWithSecurityEvent(system, {
        ...options,
        ...(await findMember(system, options)),
      })
      printResult(options.json, { token_id: tokenId, token }, `Token, shown once: ${token}`)
    }),
  )

program
  .command('demo')
  .description('fills an organization with a believable year of an agency')
  .option('--org <id>', 'the organization; a new one unless given', parseUuid)
  .option('--add', 'fill it although it has clients already')
  .option('--scale <number>', 'how many times an agency of eight', scale, 1)
  .option('--seed <number>', 'the same number gives the same data', seed, 1)
  .addOption(new Option('--language <language>').choices(['de', 'en']).default('de'))
  .addOption(createJsonOption())
  .action((options) =>
    withSystem(async (system, url) => {
      const { createDemo } = await import('./demo.ts')
      const began = performance.now()
      const { organizationId, email, token } = await createDemo(system, url, options)
      const seconds = Math.round((performance.now() - began) / 1000)
      printResult(
        options.json,
        { organization_id: organizationId, email, token },
        `Filled ${organizationId} in ${seconds} seconds.\nOwner: ${email}\nToken, shown once: ${token}`,
      )
    }),
  )

const place = (text: string) => {
  if (/^s3:\/\/[^/]+/.test(text) || !/^[a-z]+:\/\//.test(text)) return text
  throw new InvalidArgumentError('must be a folder or s3://bucket/prefix')
}
const backups = program
  .command('backup')
  .enablePositionalOptions()
  .description('backs up database, files and certificate while the service runs')
  .option('--to <place>', 'a folder or s3://bucket/prefix; BACKUP_TO unless given', place)
  .option('--prune', 'then keeps the last of 7 days, 4 weeks and 12 months, and removes the others')
  .option('--with-key', 'the secret key too: only where backups are encrypted')
  .addOption(createJsonOption())
  .action(async (options) => {
    const { createBackupCommand } = await import('./backup.ts')
    const { manifest, rows, removed } = await createBackupCommand(options)
    const { id, files } = manifest
    printResult(
      options.json,
      { id, rows, files: files.count, file_bytes: files.sizeBytes, removed },
      `Made the backup ${id}: ${rows.toLocaleString('en')} rows, ${files.count.toLocaleString('en')} files.${removed.length ? ` Removed ${removed.join(', ')}.` : ''}`,
    )
  })
backups
  .command('list')
  .description('lists the backups of a place, the oldest first')
  .option('--from <place>', 'BACKUP_TO unless given', place)
  .addOption(createJsonOption())
  .action(async (options) => {
    const { listBackups } = await import('./backup.ts')
    const found = await listBackups(options)
    const lines = found.map(
      ({ id, kontor, rows, files }) =>
        `${id}  Kontor ${kontor}  ${rows.toLocaleString('en')} rows  ${files.toLocaleString('en')} files`,
    )
    printResult(options.json, { backups: found }, lines.join('\n') || 'There is no backup.')
  })
backups
  .command('verify')
  .description(
    'restores a backup into a scratch place, checks every row, file, archived document and the audit log, and opens a document of each kind',
  )
  .option('--from <place>', 'BACKUP_TO unless given', place)
  .option('--backup <id>', 'which one; the newest unless given')
  .addOption(createJsonOption())
  .action(async (options) => {
    const { verifyBackup } = await import('./backup.ts')
    const { id, documents, auditEntries, opened } = await verifyBackup(options)
    printResult(
      options.json,
      { id, documents, audit_entries: auditEntries, opened },
      [
        `The backup ${id} is whole: ${documents} archived documents and ${auditEntries} entries of the audit log, each as it was.`,
        ...(opened.length ? [`Opened: ${opened.join(', ')}.`] : []),
      ].join('\n'),
    )
  })
program
  .command('restore')
  .description('restores a backup into an empty place: DATA_DIR, and DATABASE_URL and S3_BUCKET where they are set')
  .option('--from <place>', 'BACKUP_TO unless given', place)
  .option('--backup <id>', 'which one; the newest unless given')
  .option('--into <place>', 'another DATA_DIR, or a postgresql:// address')
  .addOption(createJsonOption())
  .action(async (options) => {
    const { restoreFromBackup } = await import('./backup.ts')
    const { id, into, hasSecretKey, hasFiles } = await restoreFromBackup(options)
    const files = hasFiles
      ? ''
      : ' It has the database alone: put files, outbox and signing.pem of the installation there.'
    const key = hasSecretKey
      ? ''
      : ' It has no secret key: put secret.key there, or set SECRET_KEY, before you start the service.'
    printResult(
      options.json,
      { id, into, has_files: hasFiles },
      `Restored the backup ${id} into ${into}.${files}${key}`,
    )
  })

const day = (text: string) => {
  try {
    return CalendarDate.parseValue(text) as string
  } catch {
    throw new InvalidArgumentError('must be a day that exists, such as 2026-01-31')
  }
}
program
  .command('export')
  .description('what an organization hands over')
  .command('accounting')
  .description('writes the books of a period as a ZIP file')
  .requiredOption('--from <day>', 'the first day', day)
  .requiredOption('--to <day>', 'the last day', day)
  .addOption(new Option('--format <format>').choices(['datev', 'csv', 'gobd']).default('datev'))
  .option('--org <id>', 'the organization; the only one unless given', parseUuid)
  .option('--out <file>', 'where the file is written; in this folder unless given')
  .addOption(new Option('--language <language>', 'of CSV').choices(['de', 'en']).default('de'))
  .addOption(createJsonOption())
  .action((options) =>
    withSystem(async (system, url) => {
      const { exportBooks } = await import('./export.ts')
      const { file, bytes, files } = await exportBooks(system, url, options)
      printResult(
        options.json,
        { file, bytes, files },
        `Wrote ${file}: ${files} files, ${bytes.toLocaleString('en')} bytes.`,
      )
    }),
  )

program
  .command('migrate')
  .description('brings the database to the current schema')
  .option('--plan', 'says what that would do, measured on a copy of the data, and changes nothing')
  .addOption(createJsonOption())
  .action(async (options) => {
    if (!options.plan)
      return withSystem(async () => printResult(options.json, { is_current: true }, 'The database is current.'))
    const { describePlan, toPlanJson, planMigration } = await import('./plan.ts')
    const plan = await planMigration()
    printResult(options.json, toPlanJson(plan), describePlan(plan))
  })
program
  .command('distribute')
  .description('spreads the tables over the servers of a Citus cluster; again after servers were added it does no harm')
  .addOption(createJsonOption())
  .action((options) =>
    withSystem(async (system) => {
      const { distributeTables } = await import('#core/database/distribute')
      const { createProgressLine } = await import('./progress.ts')
      const bar = createProgressLine(process.stderr)
      const { servers, tables } = await distributeTables(system, (done, all) => bar.show('Tables', done, all))
      if (tables.length) bar.end(`${tables.length} tables`)
      const words = tables.length
        ? `Spread ${tables.length} tables over ${servers}.`
        : `All tables are spread over ${servers} already.`
      printResult(options.json, { servers, tables }, words)
    }),
  )
program
  .command('work')
  .description('runs jobs and delivers webhooks, beside servers with WORKERS=none')
  .action(async () => {
    const { runWorker } = await import('./work.ts')
    await runWorker()
  })
program
  .command('doctor')
  .description('brings the database to the current schema, checks every configured part and says what is wrong')
  .option('--archive', 'reads every archived document too')
  .addOption(createJsonOption())
  .action(async (options) => {
    const { runDoctor } = await import('./doctor.ts')
    await runDoctor(options)
  })
program
  .command('rotate-key')
  .description('makes a new secret key and encrypts with it what is stored, while the service runs')
  .option('--drop-previous', 'removes the previous key once nothing that is stored needs it')
  .option('--force', 'drops it although recovery codes, links or damaged secrets need it')
  .addOption(createJsonOption())
  .action(async ({ dropPrevious, force = false, json }) => {
    const { removePreviousKey, rotateKey } = await import('./rotate-key.ts')
    if (dropPrevious) {
      const { encrypted, inSettings } = await removePreviousKey({ force })
      const next = inSettings ? ' Unset SECRET_KEY_PREVIOUS and restart every process.' : ''
      return printResult(json, { encrypted, is_dropped: true }, `Nothing that is stored needs the previous key.${next}`)
    }
    const { isBegun, encrypted, unreadable, members } = await rotateKey()
    printResult(
      json,
      { is_begun: isBegun, encrypted, unreadable, members_with_old_recovery_codes: members },
      [
        `${isBegun ? 'Made a new key' : 'Continued the rotation'}: ${encrypted} stored secrets encrypted with the current key.`,
        ...(unreadable ? [`${unreadable} open with neither key, and were left as they are.`] : []),
        ...(members
          ? [`Recovery codes of ${members} ${members === 1 ? 'member' : 'members'} still need the previous key.`]
          : []),
        'Links in mails need the previous key for seven days; then: kontor rotate-key --drop-previous',
      ].join('\n'),
    )
  })
program
  .command('renew-certificate')
  .description('makes a new certificate for seals in place of the one in DATA_DIR, while the service runs')
  .addOption(createJsonOption())
  .action(async ({ json }) => {
    const { renewCertificate } = await import('#documents/seal/renew-certificate')
    const end = await renewCertificate(readConfig(process.env), new Date())
    const day = end?.toISOString().slice(0, 10)
    printResult(
      json,
      { valid_until: day },
      `Made a new certificate, valid until ${day}. Documents that are sealed stay valid.`,
    )
  })
const baseRates = program.command('base-rate').description('base rates of § 247 BGB, for default interest')
baseRates
  .command('add')
  .description('adds the base rate of a half-year')
  .requiredOption('--from <day>', 'its first day: 1 January or 1 July')
  .requiredOption('--percent <percent>', 'as the Bundesbank announces it, such as 1.27')
  .option('--replace', 'corrects the one that is there')
  .addOption(createJsonOption())
  .action((options) =>
    withSystem(async (system) => {
      const { addBaseRate } = await import('#features/billing/reminders/base-rates')
      await addBaseRate(system, options)
      printResult(
        options.json,
        { from: options.from, percent: Number(options.percent) },
        `From ${options.from} on the base rate is ${options.percent}%.`,
      )
    }),
  )
program
  .command('listen')
  .description('forwards events to a local address, signed like a webhook')
  .requiredOption('--to <url>', 'where each event is posted to', address)
  .option('--url <url>', 'the service; the one of these settings unless given', address)
  .addOption(new Option('--token <token>', 'of whom the events are read for').env('TOKEN').makeOptionMandatory())
  .option('--names <names>', 'event names, by comma; all unless given', (text) => text.split(','))
  .option('--after <id>', 'what happened since this event comes first', parseUuid)
  .option('--secret <secret>', 'signs the deliveries; a new one unless given', signingSecret)
  .addOption(new Option('--json', 'print one JSON object a line'))
  .action(async (options) => {
    const { forwardEvents } = await import('./listen.ts')
    await forwardEvents({ ...options, url: options.url ?? readConfig(process.env).publicUrl })
  })

try {
  await program.parseAsync()
} catch (error) {
  // Exits despite open connections.
  process.stderr.write(`${refusal(error as Error)}\n`, () => process.exit(1))
}

function refusal({ message, code = '', detail }: Error & { code?: string; detail?: string }): string {
  if (code === '23505') return `That is taken already: ${detail}`
  if (code === '23503') return 'There is no such organization.'
  // Hosts with several addresses fail with an aggregate error without a message.
  return message.split('\n')[0] || code
}

/** Finds the member with an email, in the given organization or the only one. */
async function findMember(system: Pool, { email, org }: { email: string; org?: string }) {
  const { rows } = await system.query<{ organization_id: string; id: string }>(
    'select organization_id, id from members where lower(email) = any($1) and ($2::uuid is null or organization_id = $2)',
    [listAddressForms(email), org ?? null],
  )
  const [member] = rows
  if (!member) throw new Error(`There is no member with the address ${email}.`)
  if (rows.length > 1)
    throw new Error(
      `${email} is a member of ${rows.length} organizations: say which with --org (kontor org list shows them).`,
    )
  return { organizationId: member.organization_id, memberId: member.id }
}

async function nameOfOrganization(system: Pool, id: string): Promise<string | undefined> {
  const { rows } = await system.query<{ name: string }>('select name from organizations where id = $1', [id])
  return rows[0]?.name
}
