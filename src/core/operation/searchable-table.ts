import type { Permission } from '#core/access/policy'

/** Declares what search finds; the migration makes the table `searchable`. */
export interface SearchableTable {
  kind: string
  table: string
  permission: Permission
}

/** GraphQL enum, filled from the features before the schema is built. */
export const SearchResultKind: Record<string, string> = {}
