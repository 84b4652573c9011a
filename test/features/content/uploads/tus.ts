import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { House, Person } from '../../../harness/house.ts'

export const version = { 'tus-resumable': '1.0.0' }
export const chunk = { 'content-type': 'application/offset+octet-stream' }
export const base64 = (text: string) => Buffer.from(text).toString('base64')

/** Calls a route of uploads in the process, as a client of tus does. */
export async function tus(
  at: House,
  as: Person,
  method: 'POST' | 'HEAD' | 'PATCH' | 'DELETE' | 'OPTIONS',
  path: string,
  headers: Record<string, string> = {},
  payload?: Buffer,
) {
  const {
    statusCode,
    body,
    headers: told,
  } = await at.app.server.inject({
    method,
    url: `/api/v1/storage/uploads${path}`,
    headers: {
      ...(as.token && { authorization: `Bearer ${as.token}` }),
      ...version,
      ...(payload && chunk),
      ...headers,
    },
    ...(payload && { payload }),
  })
  return { status: statusCode, headers: told, body: body ? JSON.parse(body) : undefined }
}

/** Begins an upload; answers its id. */
export async function begun(at: House, as: Person, size: number, metadata = `filename ${base64('a.txt')}`) {
  const { status, body } = await tus(at, as, 'POST', '', { 'upload-length': `${size}`, 'upload-metadata': metadata })
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body.id as string
}

/** Sends what comes next. */
export const sent = (
  at: House,
  as: Person,
  id: string,
  offset: number,
  bytes: Buffer,
  headers: Record<string, string> = {},
) => tus(at, as, 'PATCH', `/${id}`, { 'upload-offset': `${offset}`, ...headers }, bytes)

/** Between a client and a server: cuts so many connections off, each after as many bytes of the client as chance says. */
export async function cutter(base: string, cuts: number, most: number) {
  const { hostname, port } = new URL(base)
  const open = new Set<Socket>()
  let done = 0
  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname)
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      open.add(one)
      one.on('error', () => other.destroy()).on('close', () => other.destroy())
    }
    server.pipe(client)
    if (done >= cuts) return client.pipe(server)
    let left = randomInt(most)
    client.on('data', (bytes: Buffer) => {
      server.write(bytes.subarray(0, left))
      left -= bytes.length
      if (left > 0) return
      done += 1
      client.removeAllListeners('data').pause()
      server.end(() => client.destroy())
    })
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  return {
    base: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    cuts: () => done,
    async close() {
      for (const socket of open) socket.destroy()
      await proxy[Symbol.asyncDispose]()
    },
  }
}
