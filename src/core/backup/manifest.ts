/** What a backup holds, and by what a restore is checked. It is the last file that a backup writes: without it there is none. */
export interface Manifest {
  format: 1
  /** When it began, as `20261128T031500Z`: its name. */
  id: string
  /** The version of Kontor that made it. */
  kontor: string
  /** The last migration of its database. */
  migration: string
  /** `server_version_num` of its PostgreSQL. */
  postgres: number
  /** The age recipient that its content is encrypted to; null where it is not encrypted. */
  recipient: string | null
  hasSecretKey: boolean
  /** No files: they stay where they are, as before a migration. */
  isDatabaseAlone?: true
  tables: TableCopy[]
  partitions: Partition[]
  /** The last value of each sequence that was used. */
  sequences: Record<string, string>
  /** How many jobs were waiting. */
  jobs: number
  files: { count: number; sizeBytes: number }
  /** The last entry of each organization's audit log. */
  auditHeads: AuditHead[]
}

/** How many rows a backup has. */
export const countRows = ({ tables }: Pick<Manifest, 'tables'>): number =>
  tables.reduce((sum, { rows }) => sum + rows, 0)

export interface TableCopy {
  name: string
  columns: string[]
  rows: number
  /** Sum of a hash of each row, so that it holds in any order. */
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
  /** Hexadecimal. */
  hash: string
}

/** A file of the backup: where it belongs, and under which name the repository has its content. */
export interface FileEntry {
  /** Path below DATA_DIR; `files/…` lies in the object storage where there is one. */
  key: string
  object: string
}
