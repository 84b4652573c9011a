// What the archive of an organization looks like: schema/export-v2.schema.json.

/** Raised where an archive of this version cannot be read as those before: then older ones need a conversion. */
export const archiveFormat = 2

/** The file that describes archives of a format. */
export const schemaFileName = (format: number) => `export-v${format}.schema.json`

export const manifestFile = 'kontor.json'
export const checksumsFile = 'checksums.json'
export const missingFile = 'missing.json'
export const incompleteFile = 'incomplete.json'

/** `kontor.json`, the first file of an archive. */
export interface ArchiveManifest {
  format: number
  schema: string
  /** The Kontor that wrote it, and the last migration of its database. */
  version: string
  migration: string
  organization_id: string
  exported_at: string
  /** The columns of each table, in the order in which tables can be filled. */
  tables: Readonly<Record<string, readonly string[]>>
  /** What an archive does not have: tables with the reason, and columns. */
  left_out: {
    tables: Readonly<Record<string, string>>
    columns: Readonly<Record<string, readonly string[]>>
  }
  /** Members who had a calendar elsewhere connected. */
  calendar_connections: readonly string[]
}

/** What `checksums.json`, the last file, says of each other one. */
export interface FileChecksum {
  /** Hexadecimal. */
  sha256: string
  size_bytes: number
}
