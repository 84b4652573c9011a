import type { Pool } from 'pg'
import { noId } from '#core/database/entity'
import type { Storage } from '#core/storage/objects'
import {
  type ArchivedDocument,
  archivedFormats,
  archiveKey,
  type DocumentKind,
  findFault,
  nullIfMissing,
} from './archive.ts'

/** A missing or changed file of the archive. */
export interface DamagedFile {
  organizationId: string
  kind: DocumentKind
  number: string
  key: string
  fault: 'missing' | 'changed'
}

const batch = 500

/** Reads every archived document of every organization. */
export async function verifyArchive(
  system: Pool,
  storage: Storage,
): Promise<{ documents: number; damaged: DamagedFile[] }> {
  const damaged: DamagedFile[] = []
  let documents = 0
  const { rows: organizations } = await system.query<{ id: string }>('select id from organizations order by id')
  for (const { id: organizationId } of organizations) {
    let after = [noId, '', '']
    for (;;) {
      const { rows } = await system.query<ArchivedDocument & { subjectId: string }>(
        `select subject_id as "subjectId", kind, number, pdf_sha256 as "pdfSha256", xml_sha256 as "xmlSha256" from archived_documents
         where organization_id = $1 and (subject_id, kind, pdf_sha256) > ($2, $3, $4)
         order by subject_id, kind, pdf_sha256 limit ${batch}`,
        [organizationId, ...after],
      )
      for (const archived of rows)
        for (const form of archivedFormats(archived)) {
          const key = archiveKey(organizationId, archived.pdfSha256, form)
          const fault = findFault(await storage.read(key).catch(nullIfMissing), archived, form)
          if (fault) damaged.push({ organizationId, kind: archived.kind, number: archived.number, key, fault })
        }
      documents += rows.length
      if (rows.length < batch) break
      const last = rows.at(-1)
      if (last) after = [last.subjectId, last.kind, last.pdfSha256]
    }
  }
  return { documents, damaged }
}
