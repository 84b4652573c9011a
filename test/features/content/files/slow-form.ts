import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

const boundary = 'a-boundary-of-the-test'
const text = (name: string, value: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const file = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="large.bin"\r\n\r\n`
const tail = `\r\n--${boundary}--\r\n`
const chunk = Buffer.alloc(64 * 1024, 7)

/** Someone who uploads by hand, over a socket: reads nothing before all is sent. */
export interface Sender {
  socket: Socket
  /** Sends so many bytes of the file. */
  send(bytes: number): Promise<void>
  /** Sends the end of the form, and reads the answer. */
  finish(): Promise<{ status: number; body: { error?: string; size_bytes?: number; id: string } }>
}

/** Begins an upload of a file of `size` bytes, after a `folder_id`; `chunked` does not say how many they are. */
export async function beginUpload(
  base: string,
  token: string | null,
  size: number,
  { chunked = false, folder = '' } = {},
): Promise<Sender> {
  const { hostname, port } = new URL(base)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.pause()
  const write = async (bytes: Buffer | string) => {
    const sized = chunked ? Buffer.concat([sizeOf(bytes), Buffer.from(bytes), Buffer.from('\r\n')]) : bytes
    if (!socket.write(sized)) await once(socket, 'drain')
  }
  const head = folder ? text('folder_id', folder) + file : file
  const length = head.length + size + tail.length
  socket.write(
    [
      'POST /api/v1/storage/files HTTP/1.1',
      'Host: kontor.example',
      'Connection: close',
      ...(token ? [`Authorization: Bearer ${token}`] : []),
      `Content-Type: multipart/form-data; boundary=${boundary}`,
      chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`,
      '\r\n',
    ].join('\r\n'),
  )
  await write(head)
  return {
    socket,
    async send(bytes) {
      for (let left = bytes; left > 0; left -= chunk.length) await write(chunk.subarray(0, left))
    },
    async finish() {
      await write(tail)
      if (chunked) socket.write('0\r\n\r\n')
      let text = ''
      for await (const part of socket) text += part
      return { status: Number(text.split(' ')[1]), body: JSON.parse(text.slice(text.indexOf('\r\n\r\n{'))) }
    },
  }
}

const sizeOf = (bytes: Buffer | string) => Buffer.from(`${Buffer.byteLength(bytes).toString(16)}\r\n`)
