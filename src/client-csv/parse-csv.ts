import Papa from 'papaparse'

export interface CsvTable {
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}

/** Decodes UTF-16 (by its byte order mark), UTF-8 or windows-1252 (Excel in Western Europe). */
export function decodeCsv(bytes: ArrayBuffer | Uint8Array): string {
  const [first, second] = new Uint8Array(bytes)
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Excel's delimiter hint in the first line. */
const separatorHint = /^\ufeff?"?sep=([^"\r\n])"?(?:\r\n|\r|\n)/i

/** Rows separated by commas, semicolons or tabs; undefined if there are none below the heading. */
export function parseCsv(text: string): CsvTable | undefined {
  const [line = '', delimiter] = separatorHint.exec(text) ?? []
  const { data } = Papa.parse<string[]>(text.slice(line.length).normalize('NFC'), {
    skipEmptyLines: 'greedy',
    ...(delimiter && { delimiter }),
  })
  const [columns = [], ...rows] = data
  return rows.length > 0 ? { columns, rows } : undefined
}
