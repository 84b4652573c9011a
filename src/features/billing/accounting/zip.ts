import { Readable } from 'node:stream'

/** A file of an export, whose bytes are made when they are asked for. */
export interface ExportFile {
  name: string
  content: AsyncIterable<Uint8Array>
  /** Compressed already. */
  isCompressed?: boolean
}

/**
 * The files as a ZIP, made while it is read: a file is begun once the one before it is through. What fails, and whoever
 * stops reading, ends it.
 */
export async function zipOf(files: AsyncIterable<ExportFile>): Promise<Readable> {
  const { ZipFile } = await import('yazl')
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const closed = new Promise<void>((resolve) => output.once('close', resolve))
  const fail = (error: unknown) => output.destroy(error as Error)
  zip.on('error', fail)
  const fill = async () => {
    for await (const { name, content, isCompressed } of files) {
      const through = new Promise<void>((resolve, reject) => {
        zip.addReadStreamLazy(name, { compress: !isCompressed, mtime: new Date() }, (begin) => {
          const stream = Readable.from(content, { objectMode: false })
          stream.once('end', resolve).once('error', reject)
          begin(null, stream)
        })
      })
      await Promise.race([through, closed])
      if (output.destroyed) return
    }
    zip.end()
  }
  fill().catch(fail)
  return output
}
