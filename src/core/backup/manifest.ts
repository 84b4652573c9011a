/** Content of a backup and checksums for its restore. Written last: a backup without it is incomplete. */
export interface Manifest {
  format: 1
  /** Start time, as `20261128T031500Z`. */
  id: string
  /** Version of Kontor. */
  kontor: string
  /** Last migration. */
  migration: string
  /** `server_version_num`. */
  postgres: number
  /** age recipient, or null without encryption. */
  recipient: string | null
  hasSecretKey: boolean
  /** Without files, as before a migration. */
  isDatabaseAlone?: true
  tables: TableCopy[]
  partitions: Partition[]
  /** Last values. */
  sequences: Record<string, string>
  /** Number of waiting jobs. */
  jobs: number
  files: { count: number; sizeBytes: number }
  /** Last audit entry per organization. */
  auditHeads: AuditHead[]
}

export const countRows = ({ tables }: Pick<Manifest, 'tables'>): number =>
  tables.reduce((sum, { rows }) => sum + rows, 0)

export interface TableCopy {
  name: string
  columns: string[]
  rows: number
  /** Sum of the rows' hashes, independent of order. */
  digest: string
}

export interface Partition {
  name: string
  table: string
  /** As PostgreSQL writes it: `FOR VALUES FROM … TO …` or `DEFAULT`. */
  bound: string
}

export interface AuditHead {
  organizationId: string
  sequence: number
  hash: string
}

export interface FileEntry {
  /** Path below DATA_DIR; `files/…` may be in object storage. */
  key: string
  object: string
}
