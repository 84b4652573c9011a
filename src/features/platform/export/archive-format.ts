// Format of an organization's archive: schema/export-v2.schema.json.

/** Increase it for incompatible changes, and convert older archives. */
export const archiveFormat = 2

export const schemaFileName = (format: number) => `export-v${format}.schema.json`

export const manifestFile = 'kontor.json'
export const checksumsFile = 'checksums.json'
export const missingFile = 'missing.json'
export const incompleteFile = 'incomplete.json'

/** `kontor.json`, the first file of an archive. */
export interface ArchiveManifest {
  format: number
  schema: string
  /** Version of Kontor that wrote the archive. */
  version: string
  migration: string
  organization_id: string
  exported_at: string
  /** Columns by table, in an order in which tables can be filled. */
  tables: Readonly<Record<string, readonly string[]>>
  /** Omitted tables with the reason, and omitted columns. */
  left_out: {
    tables: Readonly<Record<string, string>>
    columns: Readonly<Record<string, readonly string[]>>
  }
  /** Members with connected calendars. */
  calendar_connections: readonly string[]
}

/** An entry of `checksums.json`, the last file. */
export interface FileChecksum {
  /** Hexadecimal. */
  sha256: string
  size_bytes: number
}
