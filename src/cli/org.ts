import type { Command } from 'commander'
import { createOrganization } from '#features/people/organizations/create-organization'
import {
  assertStrongPassword,
  createJsonOption,
  parseEmail,
  parseNonEmpty,
  parseUuid,
  printResult,
  withSystem,
} from './command-line.ts'

interface ListedOrganization {
  id: string
  name: string
  created_at: Date
  ends_on: string | null
  has_ended: boolean
}

const formatEnding = ({ ends_on, has_ended }: ListedOrganization) =>
  ends_on ? ` (${has_ended ? 'ended' : 'ends'} on ${ends_on})` : ''

export function addOrganizationCommands(program: Command): void {
  const organizations = program.command('org').description('organizations')
  organizations
    .command('create')
    .description('creates an organization with its owner, and prints a token')
    .requiredOption('--name <name>', '', parseNonEmpty)
    .requiredOption('--email <email>', 'the owner', parseEmail)
    .option('--password <password>', 'for signing in')
    .addOption(createJsonOption())
    .action((options) => {
      assertStrongPassword(options.password, { email: options.email, organizationName: options.name })
      return withSystem(async (system) => {
        const { organizationId, memberId, token } = await createOrganization(system, options)
        printResult(
          options.json,
          { organization_id: organizationId, user_id: memberId, token },
          `Created ${options.name} (${organizationId}).\nToken, shown once: ${token}`,
        )
      })
    })

  organizations
    .command('list')
    .description('lists the organizations, the oldest first, and when they end or ended')
    .addOption(createJsonOption())
    .action((options) =>
      withSystem(async (system) => {
        const { rows } = await system.query<ListedOrganization>(
          `select id, name, created_at, ends_on::text, ended_at is not null as has_ended
           from organizations order by created_at, id`,
        )
        const lines = rows.map((each) => `${each.id}  ${each.name}${formatEnding(each)}`)
        printResult(options.json, { organizations: rows }, lines.join('\n') || 'There is no organization.')
      }),
    )

  organizations
    .command('export')
    .description('writes all that an organization has into an archive that another installation imports')
    .requiredOption('--to <file>', 'where the archive is written')
    .option('--org <id>', 'the organization; the only one unless given', parseUuid)
    .addOption(createJsonOption())
    .action((options) =>
      withSystem(async (system, url) => {
        const { exportOrganizationArchive } = await import('./org-archive.ts')
        const { organizationId, file, bytes } = await exportOrganizationArchive(system, url, options)
        printResult(
          options.json,
          { organization_id: organizationId, file, bytes },
          `Wrote ${file}: ${bytes.toLocaleString('en')} bytes. Do not work in the organization here any more if you move it.`,
        )
      }),
    )

  organizations
    .command('delete')
    .description(
      'ends an organization in 30 days: erases its data, except records that the law keeps, which are locked',
    )
    .requiredOption('--org <id>', 'the organization', parseUuid)
    .option('--now', 'ends it at once, without a mail to its owners')
    .option('--withdraw', 'takes the end back, before its day has come')
    .addOption(createJsonOption())
    .action((options) =>
      withSystem(async (system, url) => {
        const { scheduleOrganizationDeletion, describeDeletion } = await import('./end-organization.ts')
        const deleted = await scheduleOrganizationDeletion(system, url, options)
        const { organizationId, name, endsOn, hasEnded, nextOn } = deleted
        printResult(
          options.json,
          {
            ...{ organization_id: organizationId, name, ends_on: endsOn, has_ended: hasEnded },
            ...(nextOn !== undefined && { next_erasure_on: nextOn }),
          },
          describeDeletion(deleted),
        )
      }),
    )

  organizations
    .command('import')
    .description('reads the archive of an organization into this installation, whole or not at all')
    .requiredOption('--from <file>', 'the archive')
    .option('--invite', 'mails every member a link to set a password')
    .option('--new-slugs', 'gives members another booking address where theirs is taken here')
    .addOption(createJsonOption())
    .action((options) =>
      withSystem(async (system, url) => {
        const { describeImport, importOrganizationArchive } = await import('./org-archive.ts')
        const imported = await importOrganizationArchive(system, url, options)
        const { organizationId, name, rows, objects, members, webhooks, shares, renamed, disconnected, missing } =
          imported
        printResult(
          options.json,
          {
            ...{ organization_id: organizationId, name, rows, files: objects },
            members: members.map(({ isKnown, ...member }) => ({ ...member, is_known: isKnown })),
            webhooks_without_secret: webhooks,
            revoked_shares: shares,
            new_slugs: renamed,
            disconnected_calendars: disconnected,
            missing_files: missing,
          },
          describeImport(imported, options.invite === true),
        )
      }),
    )
}
