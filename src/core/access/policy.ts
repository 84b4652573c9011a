/** The roles of contract §4. */
export enum Role {
  owner = 'owner',
  admin = 'admin',
  accountant = 'accountant',
  auditor = 'auditor',
  member = 'member',
  viewer = 'viewer',
}

/** Visibility depends on the role and on ownership. */
export interface Reader {
  id: string
  role: Role
}

/** Roles that may perform an action, for `@May`. */
export type Permission = ReadonlySet<Role>

const { owner, admin, accountant, auditor, member, viewer } = Role

/** Columns of contract §4's table, from which each feature's policy is written. */
export const roles = {
  everyone: [owner, admin, accountant, auditor, member, viewer],
  administrators: [owner, admin],
  moneyReaders: [owner, admin, accountant, auditor],
  moneyWriters: [owner, admin, accountant],
  workReaders: [owner, admin, accountant, member, viewer],
  workers: [owner, admin, member],
} as const satisfies Record<string, readonly Role[]>

/** A feature's permissions as a table: action → roles. */
export function policy<Action extends string>(table: Record<Action, readonly Role[]>): Record<Action, Permission> {
  const sets = Object.entries<readonly Role[]>(table).map(([action, allowed]) => [action, new Set(allowed)])
  return Object.fromEntries(sets) as Record<Action, Permission>
}
