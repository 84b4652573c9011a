import sql from 'sql-template-tag'

/** Makes an organization's cursor where it has none yet. */
export const createCursorIfMissing = (organizationId: string) =>
  sql`insert into webhook_cursors (organization_id, sequence) values (${organizationId}, 0) on conflict (organization_id) do nothing`
