import type { EmbeddedXml } from './embedded-xml.ts'

// Runs in an isolated program, since PDFium does not limit unpacking.

/** PDFium's functions for embedded files, which the library does not type. */
interface PdfiumAttachments {
  _FPDFDoc_GetAttachmentCount(document: number): number
  _FPDFDoc_GetAttachment(document: number, index: number): number
  _FPDFAttachment_GetName(attachment: number, buffer: number, length: number): number
  _FPDFAttachment_GetFile(attachment: number, buffer: number, length: number, size: number): number
  wasmExports: { malloc(bytes: number): number; free(pointer: number): void }
  HEAPU8: Uint8Array
}

/**
 * Extracts the XML files of a PDF as JSON with Base64 content; null if it needs a password.
 * @public A program runs it by its name.
 */
export async function extractEncryptedXmlFiles(bytes: Buffer): Promise<Uint8Array | null> {
  const { PDFiumLibrary } = await import('@hyzyla/pdfium')
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(bytes).catch(() => null)
  if (!document) return null
  const { module } = library as unknown as { module: PdfiumAttachments }
  const { documentIdx } = document as unknown as { documentIdx: number }
  const files: EmbeddedXml[] = []
  for (let index = 0; index < module._FPDFDoc_GetAttachmentCount(documentIdx); index += 1) {
    const attachment = module._FPDFDoc_GetAttachment(documentIdx, index)
    const name = readName(module, attachment)
    if (/\.xml$/i.test(name)) files.push({ name, base64: readAttachment(module, attachment).toString('base64') })
  }
  return Buffer.from(JSON.stringify(files))
}

/** UTF-16LE, terminated by U+0000. */
function readName(module: PdfiumAttachments, attachment: number): string {
  const length = module._FPDFAttachment_GetName(attachment, 0, 0)
  return copyFromMemory(module, length, (pointer) => module._FPDFAttachment_GetName(attachment, pointer, length))
    .toString('utf16le')
    .replace(/\0.*$/s, '')
}

function readAttachment(module: PdfiumAttachments, attachment: number): Buffer {
  const size = copyFromMemory(module, 4, (pointer) =>
    module._FPDFAttachment_GetFile(attachment, 0, 0, pointer),
  ).readUInt32LE()
  return copyFromMemory(module, size, (pointer) => {
    const written = module.wasmExports.malloc(4)
    module._FPDFAttachment_GetFile(attachment, pointer, size, written)
    module.wasmExports.free(written)
  })
}

/** Copies what `write` puts into allocated memory. */
function copyFromMemory(module: PdfiumAttachments, length: number, write: (pointer: number) => void): Buffer {
  const pointer = module.wasmExports.malloc(length)
  write(pointer)
  const bytes = Buffer.from(module.HEAPU8.subarray(pointer, pointer + length))
  module.wasmExports.free(pointer)
  return bytes
}
