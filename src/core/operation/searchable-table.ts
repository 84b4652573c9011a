import type { Permission } from '#core/access/policy'

/** What a feature lets people find; its migration makes the table `searchable`. */
export interface SearchableTable {
  /** What a result of it is called. */
  kind: string
  table: string
  /** Who may find it. */
  permission: Permission
}

/** What results are called, as an enum of the schema: filled from the features before it is built. */
export const SearchResultKind: Record<string, string> = {}
