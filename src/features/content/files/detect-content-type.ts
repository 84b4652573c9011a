/** Bytes read to detect the type. */
export const sniffedBytes = 4096

/** Magic numbers: type, offset and bytes. */
const signatures: readonly [type: string, at: number, bytes: string][] = [
  ['application/pdf', 0, '%PDF-'],
  ['image/png', 0, '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/gif', 0, 'GIF8'],
  ['image/webp', 8, 'WEBP'],
  ['image/tiff', 0, 'II*\0'],
  ['image/tiff', 0, 'MM\0*'],
  ['image/heic', 4, 'ftypheic'],
  ['image/avif', 4, 'ftypavif'],
  ['video/quicktime', 4, 'ftypqt  '],
  ['video/mp4', 4, 'ftyp'],
  ['video/webm', 0, '\x1aE\xdf\xa3'],
  ['audio/mpeg', 0, 'ID3'],
  ['audio/wav', 8, 'WAVE'],
  ['audio/ogg', 0, 'OggS'],
  ['application/gzip', 0, '\x1f\x8b'],
  ['application/x-7z-compressed', 0, "7z\xbc\xaf'\x1c"],
  ['application/zip', 0, 'PK\x03\x04'],
]

const office = 'application/vnd.openxmlformats-officedocument'
const open = 'application/vnd.oasis.opendocument'
/** Types that share a container format, chosen by the extension within it. */
const kindsOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'application/zip': {
    docx: `${office}.wordprocessingml.document`,
    xlsx: `${office}.spreadsheetml.sheet`,
    pptx: `${office}.presentationml.presentation`,
    odt: `${open}.text`,
    ods: `${open}.spreadsheet`,
    odp: `${open}.presentation`,
  },
  'text/plain': { csv: 'text/csv', md: 'text/markdown', ics: 'text/calendar', vcf: 'text/vcard' },
}

/** Detects the type from the first bytes. Markup and scripts are `text/plain`, unknown content is `application/octet-stream`. */
export function detectContentType(head: Buffer, name: string): string {
  const found = signatures.find(([, at, bytes]) => head.toString('latin1', at, at + bytes.length) === bytes)?.[0]
  const type = found ?? (isText(head) ? 'text/plain' : 'application/octet-stream')
  const ending = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  return kindsOf[type]?.[ending] ?? type
}

/** UTF-8 without control characters; the last character may be incomplete. */
function isText(head: Buffer): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    return !/[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text)
  } catch {
    return false
  }
}
