import { createHmac } from 'node:crypto'
import { Client, type Pool } from 'pg'

// The role of requests, and how it logs in: docs/decisions/0086-database-role-for-requests.md.

/** Role of requests. It owns nothing and has no memberships, so row-level security always applies. */
export const appRole = 'kontor_app'

/** Requests cannot log in, or have too many privileges. The message contains the statement that an administrator must run. */
export class AppRoleUnusable extends Error {
  override readonly name = 'AppRoleUnusable'
}

/**
 * URL by which requests connect as `kontor_app`, with a password derived from the owner's. Roles belong to the server, so all
 * installations with the same owner password derive the same one.
 */
export function createAppUrl(url: string): string {
  const [address = '', query] = url.split('?')
  const parameters = new URLSearchParams(query)
  const owner = URL.parse(address) ?? URL.parse(address.replace('@/', '@localhost/'))
  if ((parameters.get('user') ?? decodeURIComponent(owner?.username ?? '')) === appRole) return url
  const password = parameters.get('password') ?? decodeURIComponent(owner?.password ?? '')
  parameters.set('user', appRole)
  if (password) parameters.set('password', passwordFrom(password))
  return `${address}?${parameters}`
}

const passwordFrom = (secret: string) => createHmac('sha256', secret).update(appRole).digest('base64url')

/**
 * Ensures that requests can log in with `appUrl` and have no further privileges. If `isOwn`, the URL was derived, and the role gets that
 * password unless other servers use it already. Throws AppRoleUnusable.
 */
export async function prepareAppRole(
  system: Pool,
  appUrl: string,
  { isOwn, isDistributed }: { isOwn: boolean; isDistributed: boolean },
): Promise<void> {
  const found = await inspect(appUrl).catch(async (error: LoginError) => {
    if (!isOwn) throw cannotLogIn(error, isOwn)
    if (!refusals.includes(error.code ?? '')) throw error
    // Citus's other servers log in with the operator's password.
    if (isDistributed) throw cannotLogIn(error, isOwn)
    await letIn(system, appUrl)
    return inspect(appUrl).catch((cause) => {
      throw cannotLogIn(cause, isOwn)
    })
  })
  if (found.user !== appRole)
    throw new AppRoleUnusable(`DATABASE_APP_URL logs in as "${found.user}": requests log in as "${appRole}".`)
  await revokeCreation(system, found)
  await assertLeastPrivilege(system)
}

/** Wrong or no password (28P01), no right to log in or none by pg_hba.conf (28000). */
const refusals = ['28P01', '28000']

type LoginError = Error & { code?: string }

const cannotLogIn = (cause: Error, isOwn: boolean) =>
  new AppRoleUnusable(
    isOwn
      ? `Requests cannot log in as "${appRole}": ${cause.message}. As an administrator run: alter role ${appRole} login password '…'. Let the role in by pg_hba.conf, and set DATABASE_APP_URL to the address in DATABASE_URL with this user and password.`
      : `Requests cannot log in by DATABASE_APP_URL: ${cause.message}. As an administrator run: alter role ${appRole} login password '…', with the password of that address, and let the role in by pg_hba.conf.`,
    { cause },
  )

interface Login {
  user: string
  mayMakeTemporary: boolean
  mayMakeTables: boolean
}

async function inspect(appUrl: string): Promise<Login> {
  const client = new Client({ connectionString: appUrl, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<Login>(
      `select session_user as user, has_database_privilege(current_database(), 'temporary') as "mayMakeTemporary",
         has_schema_privilege('public', 'create') as "mayMakeTables"`,
    )
    return rows[0] as Login
  } finally {
    await client.end().catch(() => {})
  }
}

/** Concurrent starts run the same statement: the later one fails with "tuple concurrently updated" (XX000) and retries. */
async function runBeside(system: Pool, statement: string, triesLeft = 5): Promise<void> {
  try {
    await system.query(statement)
  } catch (error) {
    if ((error as LoginError).code !== 'XX000' || !triesLeft) throw error
    await runBeside(system, statement, triesLeft - 1)
  }
}

/** Sets the derived password; none if the owner has none, as with `trust`. */
async function letIn(system: Pool, appUrl: string) {
  const password = new URLSearchParams(appUrl.split('?')[1]).get('password')
  try {
    await runBeside(system, `alter role ${appRole} login${password ? ` password '${password}'` : ''}`)
  } catch (error) {
    throw cannotLogIn(error as Error, true)
  }
}

/** By default everyone may create temporary tables and functions, and before version 15 other objects in `public`. */
async function revokeCreation(system: Pool, { mayMakeTemporary, mayMakeTables }: Login) {
  if (mayMakeTemporary)
    await runBeside(
      system,
      `do $$ begin execute format('revoke temporary on database %I from public, ${appRole}', current_database()); end $$`,
    )
  if (mayMakeTables) await runBeside(system, `revoke create on schema public from public, ${appRole}`)
}

/** Throws AppRoleUnusable if the role has or can gain more privileges. `system` connects as the owner. */
export async function assertLeastPrivilege(system: Pool): Promise<void> {
  const { rows } = await system.query<Record<string, boolean>>(
    `select rolsuper as superuser, rolbypassrls as bypassrls, rolcreaterole as createrole, rolcreatedb as createdb,
       rolreplication as replication, exists (select from pg_auth_members where member = r.oid) as member
     from pg_roles r where rolname = '${appRole}'`,
  )
  const excess = Object.entries(rows[0] ?? {}).flatMap(([right, has]) => (has ? [right] : []))
  if (excess.length)
    throw new AppRoleUnusable(
      `The role "${appRole}" may more than requests need (${excess.join(', ')}). As an administrator run: alter role ${appRole} nosuperuser nobypassrls nocreaterole nocreatedb noreplication; and revoke each role that was granted to it.`,
    )
}
