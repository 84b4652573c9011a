import { appRole } from './app-role.ts'

type Privilege = 'select' | 'insert' | 'update' | 'delete'

/**
 * The second wall of tenancy, for a table whose rows carry `organization_id`: row-level security by the organization
 * that the transaction was opened for, and the restricted role's privileges. Without an organization set the policy
 * is an error, not zero rows. ENABLE, not FORCE: the owner's migrations and the clock pass.
 */
export const isolateTenants = (
  table: string,
  privileges: readonly Privilege[] = ['select', 'insert', 'update', 'delete'],
  column = 'organization_id',
) => `
  alter table ${table} enable row level security;
  create policy tenant on ${table} ${tenantPolicy(column)};
  grant ${privileges.join(', ')} on ${table} to ${appRole};`

/** Rows of the organization that the transaction was opened for. */
export const tenantPolicy = (column: string) => {
  const isOwn = `(${column} = current_setting('app.organization_id')::uuid)`
  return `using ${isOwn} with check ${isOwn}`
}

/** The columns every tenant resource has, its key first: the organization leads every key. */
export const resourceColumns = `
  organization_id uuid not null references organizations (id),
  id uuid not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  version int not null default 1`
