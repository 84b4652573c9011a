/** A part of a mail that is not divided further. */
interface Part {
  type: string
  headers: Record<string, string>
  filename: string | null
  content: Buffer
}

/** A mail as its reader sees it. */
export interface ReadMail {
  /** By lower-case name, unfolded and decoded (RFC 2047). */
  headers: Record<string, string>
  /** The names of all header fields, in order, lower-case: an injected one shows here. */
  headerNames: string[]
  text: string
  html: string
  attachments: Part[]
}

/** Reads a message (RFC 5322, MIME). `raw` has CRLF line ends. */
export function parseMail(raw: Buffer): ReadMail {
  const message = raw.toString('latin1')
  const { headers, names, body } = split(message)
  const parts = leaves(headers, body)
  const textOf = (type: string) =>
    parts.find((part) => part.type === type && part.filename === null)?.content.toString('utf8') ?? ''
  return {
    headers,
    headerNames: names,
    text: textOf('text/plain').replaceAll('\r\n', '\n'),
    html: textOf('text/html').replaceAll('\r\n', '\n'),
    attachments: parts.filter(({ filename }) => filename !== null),
  }
}

function split(entity: string) {
  const end = entity.indexOf('\r\n\r\n')
  const lines = entity
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const fields = lines.map((line) => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    words(line.slice(line.indexOf(':') + 1).trim()),
  ])
  return {
    headers: Object.fromEntries(fields) as Record<string, string>,
    names: fields.map(([name = '']) => name),
    body: entity.slice(end + 4),
  }
}

function leaves(headers: Record<string, string>, body: string): Part[] {
  const type = headers['content-type'] ?? 'text/plain'
  const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1]
  if (boundary) {
    const parts = `\r\n${body}`.split(`\r\n--${boundary}`).slice(1, -1)
    return parts.flatMap((part) => {
      const { headers, body } = split(part.replace(/^\r\n/, ''))
      return leaves(headers, body)
    })
  }
  const disposition = headers['content-disposition'] ?? ''
  const filename = /^(attachment|inline)/i.test(disposition) ? parameter(disposition, 'filename') : null
  const content = decode(body, headers['content-transfer-encoding'] ?? '7bit')
  return [{ type: type.split(';')[0]?.trim().toLowerCase() ?? '', headers, filename, content }]
}

/** A parameter, also in continuations with a character set (RFC 2231). */
function parameter(value: string, name: string): string {
  const pieces = [...value.matchAll(new RegExp(`${name}(\\*\\d+)?(\\*)?=("(?:[^"\\\\]|\\\\.)*"|[^;\\s]*)`, 'gi'))]
  return pieces
    .map(([, , encoded, text = '']) => {
      const plain = text.replace(/^"(.*)"$/, '$1').replaceAll(/\\(.)/g, '$1')
      return encoded ? decodeURIComponent(plain.replace(/^utf-8''/i, '')) : plain
    })
    .join('')
}

function decode(body: string, encoding: string): Buffer {
  if (/base64/i.test(encoding)) return Buffer.from(body, 'base64')
  if (!/quoted-printable/i.test(encoding)) return Buffer.from(body, 'latin1')
  const octets = body
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(octets, 'latin1')
}

const words = (text: string) =>
  text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/(?:=\?utf-8\?([bq])\?[^?]*\?=)+/gi, (run) =>
      Buffer.concat(
        [...run.matchAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi)].map(([, kind = 'b', text = '']) =>
          decode(
            kind.toLowerCase() === 'b' ? text : text.replaceAll('_', ' '),
            kind.toLowerCase() === 'b' ? 'base64' : 'quoted-printable',
          ),
        ),
      ).toString('utf8'),
    )
