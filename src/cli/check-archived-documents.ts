import type { Pool } from 'pg'
import type { Storage } from '#core/storage/objects'
import { parseXml } from '#core/text/xml'
import { extractXmlFiles } from '#features/billing/bills/embedded-xml'
import { type ArchivedDocument, archivedFormats, archiveKey } from '#features/billing/issuing/archive'
import { renderPreviews } from '#features/content/previews/render-previews'

const limits = { depth: 60, elements: 500_000 }

/**
 * Opens the newest archived document of each kind: renders the PDF's first page, parses the XML and finds the same XML in the PDF
 * (ZUGFeRD). Returns what was opened, such as `invoice pdf`, and the problems found.
 */
export async function checkArchivedDocuments(
  system: Pick<Pool, 'query'>,
  storage: Pick<Storage, 'read'>,
): Promise<{ opened: string[]; faults: string[] }> {
  const { rows } = await system.query<ArchivedDocument & { organizationId: string }>(
    `select distinct on (kind) organization_id as "organizationId", kind, number, pdf_sha256 as "pdfSha256",
       xml_sha256 as "xmlSha256" from archived_documents order by kind, archived_at desc`,
  )
  const opened: string[] = []
  const faults: string[] = []
  for (const archived of rows) {
    const { kind, number, organizationId, pdfSha256 } = archived
    const look = async (form: string, open: () => Promise<boolean>) => {
      const fault = await open().then(
        (isOpen) => (isOpen ? null : 'does not open'),
        (error: Error) => error.message,
      )
      if (fault === null) opened.push(`${kind} ${form}`)
      else faults.push(`${kind} ${number} (${form}): ${fault}`)
    }
    const bytesOf = (form: 'pdf' | 'xml') => storage.read(archiveKey(organizationId, pdfSha256, form))
    await look('pdf', async () => (await renderPreviews(Buffer.from(await bytesOf('pdf')), 'application/pdf')) !== null)
    if (!archivedFormats(archived).includes('xml')) continue
    await look('xml', async () => Boolean(parseXml(Buffer.from(await bytesOf('xml')).toString(), limits)))
    await look('zugferd', async () => {
      const [embedded] = await extractXmlFiles(await bytesOf('pdf'))
      return embedded !== undefined && Buffer.from(embedded()).equals(Buffer.from(await bytesOf('xml')))
    })
  }
  return { opened, faults }
}
