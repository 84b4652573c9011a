import type { Permission } from '#core/access/policy'

/** What a feature lets people find; its migration makes the table `searchable`. */
export interface Findable {
  /** What a result of it is called. */
  kind: string
  table: string
  /** Who may find it. */
  permission: Permission
}
