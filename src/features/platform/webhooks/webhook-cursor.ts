import sql from 'sql-template-tag'

export const createCursorIfMissing = (organizationId: string) =>
  sql`insert into webhook_cursors (organization_id, sequence) values (${organizationId}, 0) on conflict (organization_id) do nothing`
