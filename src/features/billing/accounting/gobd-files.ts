import { noId } from '#core/database/entity'
import { select } from '#core/database/select'
import type { Storage } from '#core/storage/objects'
import type { ZipFile } from '#core/storage/zip'
import { archiveKey } from '#features/billing/issuing/archive'
import type { Period } from './bookkeeping-settings.ts'
import { createCsvFile } from './csv-file.ts'
import { archivedInPeriod, auditTables, type ExportTable, type TableColumn } from './export-tables.ts'
import { gdpduDtd } from './gdpdu-dtd.ts'
import { type ReadRows, readPages, rowsPerPage } from './read-pages.ts'

export interface DataSupplier {
  name: string
  location: string
}

/** Audit data (Z3): the tables, described by index.xml, the audit log, and the archived documents. */
export async function* generateGobdFiles(
  read: ReadRows,
  storage: Pick<Storage, 'read'>,
  organizationId: string,
  period: Period,
  supplier: DataSupplier,
): AsyncGenerator<ZipFile> {
  yield { name: 'index.xml', content: Buffer.from(indexXml(supplier, period)) }
  yield { name: 'gdpdu-01-09-2004.dtd', content: Buffer.from(gdpduDtd) }
  for (const table of auditTables)
    yield createCsvFile(read, organizationId, table, period, { language: 'de', forSpreadsheet: false })
  for await (const page of readArchivedInPeriod(read, organizationId, period))
    for (const { pdf, xml } of page)
      for (const form of ['pdf', 'xml'] as const)
        if (form === 'pdf' || xml)
          yield {
            name: `dokumente/${pdf}.${form}`,
            content: await storage.read(archiveKey(organizationId, pdf, form)),
            isCompressed: form === 'pdf',
          }
}

interface ArchivedRow {
  subjectId: string
  kind: string
  pdf: string
  xml: string | null
}

const readArchivedInPeriod = (read: ReadRows, organizationId: string, period: Period) =>
  readPages<ArchivedRow>(
    read,
    (after) =>
      select`d.subject_id as "subjectId", d.kind, d.pdf_sha256 as pdf, d.xml_sha256 as xml from archived_documents d
          where ${archivedInPeriod(organizationId, period)}
            and (d.subject_id, d.kind, d.pdf_sha256) > (${after?.subjectId ?? noId}::uuid, ${after?.kind ?? ''}, ${after?.pdf ?? ''})
          order by d.subject_id, d.kind, d.pdf_sha256 limit ${rowsPerPage}`,
  )

export async function countArchivedInPeriod(read: ReadRows, organizationId: string, period: Period): Promise<number> {
  const [row] = await read<{ count: number }>(
    select`count(*) + count(d.xml_sha256) as count from archived_documents d where ${archivedInPeriod(organizationId, period)}`,
  )
  return row?.count ?? 0
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const types = {
  text: '<AlphaNumeric/>',
  day: '<Date><Format>YYYY-MM-DD</Format></Date>',
  cents: '<Numeric><Accuracy>2</Accuracy></Numeric>',
  number: '<Numeric><Accuracy>4</Accuracy></Numeric>',
  path: '<AlphaNumeric/>',
} as const

/** Describes the tables by the German tax authorities' data transfer standard. */
function indexXml({ name, location }: DataSupplier, { from, to }: Period): string {
  const column = ({ de, kind }: TableColumn, index: number, { keys }: ExportTable) => {
    const element = index < keys ? 'VariablePrimaryKey' : 'VariableColumn'
    return `<${element}><Name>${de}</Name>${types[kind]}</${element}>`
  }
  const tables = auditTables.map(
    (table) => `
    <Table>
      <URL>${table.file.de}.csv</URL>
      <Name>${table.file.de}</Name>
      <Description>${escaped(table.de)}</Description>
      <Validity><Range><From>${from}</From><To>${to}</To></Range><Format>YYYY-MM-DD</Format></Validity>
      <UTF8/>
      <DecimalSymbol>,</DecimalSymbol>
      <DigitGroupingSymbol>.</DigitGroupingSymbol>
      <Range><From>2</From></Range>
      <VariableLength>
        <ColumnDelimiter>;</ColumnDelimiter>
        <RecordDelimiter>&#13;&#10;</RecordDelimiter>
        <TextEncapsulator>"</TextEncapsulator>
        ${table.columns.map((each, index) => column(each, index, table)).join('\n        ')}
      </VariableLength>
    </Table>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE DataSet SYSTEM "gdpdu-01-09-2004.dtd">
<DataSet>
  <Version>1.0</Version>
  <DataSupplier>
    <Name>${escaped(name)}</Name>
    <Location>${escaped(location)}</Location>
    <Comment>Kontor: Ausgangsrechnungen, Zahlungen und Protokoll vom ${from} bis ${to}; die Belege selbst liegen in dokumente/.</Comment>
  </DataSupplier>
  <Media>
    <Name>Kontor ${from} bis ${to}</Name>${tables.join('')}
  </Media>
</DataSet>
`
}
