import { buffer } from 'node:stream/consumers'
import { refuseStatement, StatementRefused, statementLimits } from './statement.ts'

export interface UnzippedFile {
  name: string
  bytes: Uint8Array
}

/** Banks put one file per day or account into a ZIP. */
const maxFiles = 500

/** Starts with a file entry, or the end record of an empty ZIP. */
export const isZip = (bytes: Uint8Array) =>
  ['PK\x03\x04', 'PK\x05\x06'].includes(Buffer.from(bytes.subarray(0, 4)).toString('latin1'))

/**
 * Unpacks a ZIP sorted by name, limited in total size. Files that declare too large a size are refused before unpacking; those that grow
 * beyond their declared size, while unpacking.
 */
export async function unzip(bytes: Uint8Array): Promise<UnzippedFile[]> {
  const { fromBufferPromise } = await import('yauzl')
  const files: UnzippedFile[] = []
  let left = statementLimits.bytes
  try {
    const zip = await fromBufferPromise(Buffer.from(bytes), { lazyEntries: true })
    for await (const entry of zip.eachEntry()) {
      const { fileName: name } = entry
      // Skips folders and files added by macOS.
      if (/\/$|^__MACOSX\/|(^|\/)\.[^/]*$/.test(name)) continue
      if (entry.isEncrypted()) refuseStatement(null, `${name} ist verschlüsselt`, `${name} is encrypted`)
      left -= entry.uncompressedSize
      if (left < 0 || files.length === maxFiles)
        refuseStatement(
          null,
          `das ZIP enthält mehr als ${maxFiles} Dateien oder ${statementLimits.bytes / 1024 ** 2} MB`,
          `the ZIP has more than ${maxFiles} files or ${statementLimits.bytes / 1024 ** 2} MB`,
        )
      files.push({ name, bytes: await buffer(await zip.openReadStreamPromise(entry)) })
    }
  } catch (error) {
    if (error instanceof StatementRefused) throw error
    refuseStatement(null, 'das ZIP ist beschädigt', 'the ZIP is damaged')
  }
  return files.sort((a, b) => (a.name < b.name ? -1 : 1))
}
