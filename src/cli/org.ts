import type { Command } from 'commander'
import { createOrganization } from '#features/people/organizations/create-organization'
import { assertStrong, email, filled, json, print, withSystem } from './command-line.ts'

/** `kontor org`: what is done with an organization as a whole. */
export function addOrganizationCommands(program: Command): void {
  const organizations = program.command('org').description('organizations')
  organizations
    .command('create')
    .description('creates an organization with its owner, and prints a token')
    .requiredOption('--name <name>', '', filled)
    .requiredOption('--email <email>', 'the owner', email)
    .option('--password <password>', 'for signing in')
    .addOption(json())
    .action((options) => {
      assertStrong(options.password, { email: options.email, organizationName: options.name })
      return withSystem(async (system) => {
        const { organizationId, memberId, token } = await createOrganization(system, options)
        print(
          options.json,
          { organization_id: organizationId, user_id: memberId, token },
          `Created ${options.name} (${organizationId}).\nToken, shown once: ${token}`,
        )
      })
    })

  organizations
    .command('list')
    .description('lists the organizations, the oldest first')
    .addOption(json())
    .action((options) =>
      withSystem(async (system) => {
        const { rows } = await system.query<{ id: string; name: string; created_at: Date }>(
          'select id, name, created_at from organizations order by created_at, id',
        )
        const lines = rows.map(({ id, name }) => `${id}  ${name}`)
        print(options.json, { organizations: rows }, lines.join('\n') || 'There is no organization.')
      }),
    )
}
