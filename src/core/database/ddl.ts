import { appRole } from './app-role.ts'

type Privilege = 'select' | 'insert' | 'update' | 'delete'

/**
 * Row-level security for tables with `organization_id`, and the restricted role's privileges. Without an organization set the policy is
 * an error, instead of returning no rows. ENABLE, not FORCE: the owner's migrations and scheduled work are exempt.
 */
export const isolateTenants = (
  table: string,
  privileges: readonly Privilege[] = ['select', 'insert', 'update', 'delete'],
  column = 'organization_id',
) => `
  alter table ${table} enable row level security;
  create policy tenant on ${table} ${tenantPolicy(column)};
  grant ${privileges.join(', ')} on ${table} to ${appRole};`

export const tenantPolicy = (column: string) => {
  const isOwn = `(${column} = current_setting('app.organization_id')::uuid)`
  return `using ${isOwn} with check ${isOwn}`
}

/** Columns of every tenant resource, beginning with its key, which the organization leads. */
export const resourceColumns = `
  organization_id uuid not null references organizations (id),
  id uuid not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  version int not null default 1`
