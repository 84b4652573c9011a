import type { Readable } from 'node:stream'
import type { Services } from '#core/operation/services'
import { createObjectKey } from '#core/storage/object-key'
import { ObjectMissing } from '#core/storage/storage'
import { createZip, type ZipFile } from '#core/storage/zip'
import type { Language } from '#core/text/language'
import type { ZipPath } from './zip-names.ts'

/** Already compressed. */
const compressed =
  /^(?:image\/(?!tiff)|video\/|audio\/(?!wav)|application\/(?:pdf|zip|gzip|x-7z-compressed|vnd\.o(?:penxmlformats|asis)))/

/**
 * A ZIP that is created while it is read: one file is open at a time, and none if reading stops. Files deleted meanwhile are
 * listed in a file at the end.
 */
export function createFolderZip(
  { storage, clock }: Pick<Services, 'storage' | 'clock'>,
  organizationId: string,
  paths: readonly ZipPath[],
  language: Language,
): Readable {
  async function* files(): AsyncGenerator<ZipFile> {
    const missing: string[] = []
    for (const { path, file } of paths) {
      if (!file) {
        yield { name: path, content: nothing }
        continue
      }
      const content = await storage.get(createObjectKey(organizationId, file.id)).catch((error: unknown) => {
        if (error instanceof ObjectMissing) return null
        throw error
      })
      if (!content) missing.push(path)
      else
        try {
          const isCompressed = compressed.test(file.contentType)
          yield { name: path, content, isCompressed, at: new Date(file.createdAt) }
        } finally {
          content.destroy()
        }
    }
    if (missing.length) {
      const { name, text } = words[language]
      const top = paths[0]?.path.split('/')[0] ?? ''
      yield { name: `${top}/${name}`, content: Buffer.from(`${text}\r\n\r\n${missing.join('\r\n')}\r\n`) }
    }
  }
  return createZip(files(), clock.now())
}

const nothing = Buffer.alloc(0)

const words = {
  de: { name: 'NICHT ENTHALTEN.txt', text: 'Diese Dateien wurden gelöscht, während das ZIP entstand:' },
  en: { name: 'NOT INCLUDED.txt', text: 'These files were deleted while the ZIP was made:' },
} as const
