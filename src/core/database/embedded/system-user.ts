import { execFile } from 'node:child_process'
import { statSync } from 'node:fs'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface SystemUser {
  uid: number
  gid: number
}

/**
 * Chooses the user for PostgreSQL, which refuses to run as root: undefined for ourselves; for root the owner of an existing cluster,
 * else `kontor`, `postgres` or a new user.
 */
export async function chooseSystemUser(
  cluster: string,
  report: (line: string) => void,
): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const owner = statSync(cluster, { throwIfNoEntry: false })
  if (owner?.uid) return { uid: owner.uid, gid: owner.gid }
  return (await find('kontor')) ?? (await find('postgres')) ?? (await create('kontor', report))
}

/** Checks all parent directories too. */
export async function canReach(user: SystemUser, directory: string): Promise<boolean> {
  const entered = run('/bin/sh', ['-c', 'cd -- "$0"', directory], { ...user, cwd: '/' })
  return entered.then(
    () => true,
    () => false,
  )
}

export async function giveOwnership(directory: string, { uid, gid }: SystemUser): Promise<void> {
  await run('chown', ['-Rh', `${uid}:${gid}`, directory])
}

async function find(name: string): Promise<SystemUser | undefined> {
  try {
    const [uid, gid] = await Promise.all(
      ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, name])).stdout)),
    )
    return uid && gid ? { uid, gid } : undefined
  } catch {
    return undefined
  }
}

/** By shadow's useradd, or busybox's adduser. */
async function create(name: string, report: (line: string) => void): Promise<SystemUser> {
  report(`Creating the system user ${name}: PostgreSQL does not run as root.`)
  const nowhere = ['--no-create-home', '--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin']
  await run('useradd', ['--system', '--user-group', ...nowhere, name])
    .catch(() => run('adduser', ['-S', '-D', '-H', '-s', '/sbin/nologin', name]))
    .catch(() => {})
  const user = await find(name)
  if (user) return user
  throw new Error(
    `PostgreSQL does not run as root, and the system user ${name} could not be created: create it, ` +
      'start as another user than root, or set DATABASE_URL to a PostgreSQL 15 or newer.',
  )
}
