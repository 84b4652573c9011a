import { buffer } from 'node:stream/consumers'
import { refuseStatement, StatementRefused, statementLimits } from './statement.ts'

/** A file of a ZIP. */
export interface UnzippedFile {
  name: string
  bytes: Uint8Array
}

/** So many files are read of one ZIP: banks put one for each day or account. */
const maxFiles = 500

/** It begins with a file, or with its end where it has none. */
export const isZip = (bytes: Uint8Array) =>
  ['PK\x03\x04', 'PK\x05\x06'].includes(Buffer.from(bytes.subarray(0, 4)).toString('latin1'))

/**
 * The files of a ZIP by their names, together no larger than one that comes by itself: what says that it becomes larger is refused
 * before it is unpacked, and what becomes larger than it says, on the way.
 */
export async function unzip(bytes: Uint8Array): Promise<UnzippedFile[]> {
  const { fromBufferPromise } = await import('yauzl')
  const files: UnzippedFile[] = []
  let left = statementLimits.bytes
  try {
    const zip = await fromBufferPromise(Buffer.from(bytes), { lazyEntries: true })
    for await (const entry of zip.eachEntry()) {
      const { fileName: name } = entry
      // Folders, and what macOS adds.
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
