// Loads that need preparation or sockets, written by hand; `worst-requests.ts` derives the others.
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { WebSocket } from 'ws'
import { limits } from '#core/schema/limits'
import { deepPng, noisyPng, twoHeaders } from '../test/documents/pictures.ts'
import type { ResolveId } from './worst-requests.ts'

export interface LoadResponse {
  status: number
  bytes: number
  text: string
}

/** Sends a request of the organization; a body that is not a stream is JSON. */
export type SendRequest = (method: string, path: string, body?: unknown, type?: string) => Promise<LoadResponse>

/** Runs concurrently; `prepare` is called before each run. */
export interface Load {
  kind: string
  name: string
  prepare?(): Promise<unknown>
  run(): Promise<Pick<LoadResponse, 'status' | 'bytes'>>
}

/** Returns the response with the highest status. */
export async function runConcurrently(
  count: number,
  work: (index: number) => Promise<LoadResponse>,
): Promise<LoadResponse> {
  const answers = await Promise.all(Array.from({ length: count }, (_, index) => work(index)))
  return answers.reduce((worst, answer) => (answer.status > worst.status ? answer : worst))
}

export const parseId = ({ status, text }: LoadResponse): string => {
  const { id } = JSON.parse(text) as { id?: string }
  if (!id) throw new Error(`Nothing to go on with: ${status} ${text.slice(0, 300)}`)
  return id
}

export function createRestLoads(send: SendRequest, idOf: ResolveId, atOnce: number): Load[] {
  const client = idOf('client')
  return [...pictures(send, atOnce), ...uploads(send, atOnce), ...longestInvoice(send, client, atOnce)].concat(
    scenes(send, idOf('whiteboard'), atOnce),
    {
      kind: 'events',
      name: '20 pages of huge rows at once',
      run: () => runConcurrently(20, () => send('GET', '/api/v1/events?per_page=100')),
    },
  )
}

const form = 'multipart/form-data; boundary=part'

/** A form with one file, whose bytes come as they are read. */
export const createMultipartForm = (
  parts: () => Iterable<Uint8Array>,
  filename = 'file',
  fields: Readonly<Record<string, string>> = {},
) =>
  Readable.from(
    (function* () {
      for (const [name, value] of Object.entries(fields))
        yield Buffer.from(`--part\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
      yield Buffer.from(`--part\r\ncontent-disposition: form-data; name="file"; filename="${filename}"\r\n\r\n`)
      yield* parts()
      yield Buffer.from('\r\n--part--\r\n')
    })(),
    { objectMode: false },
  )

const upload = (send: SendRequest, parts: () => Iterable<Uint8Array>) =>
  send('POST', '/api/v1/storage/files', createMultipartForm(parts), form)

function pictures(send: SendRequest, atOnce: number): Load[] {
  const all = {
    'two headers': twoHeaders,
    '16 bits, four megapixels': deepPng(2000, 2000),
    'noise of two megabytes': noisyPng(1400, 1400),
  }
  return Object.entries(all).map(([name, bytes]) => {
    let file = ''
    return {
      kind: 'picture',
      name,
      prepare: async () => {
        file ||= parseId(await upload(send, () => [bytes]))
      },
      run: () => runConcurrently(atOnce, () => send('PUT', '/api/v1/organization', { logo_file_id: file })),
    }
  })
}

function uploads(send: SendRequest, atOnce: number): Load[] {
  const megabyte = Buffer.alloc(1024 * 1024, 'x')
  const run = () => runConcurrently(atOnce, () => upload(send, () => Array(90).fill(megabyte)))
  return [{ kind: 'upload', name: '90 MB', run }]
}

/** Five thousand printed rows, which is as long as a document may be. */
function longestInvoice(send: SendRequest, client: string, atOnce: number): Load[] {
  const line = {
    description: Array(10).fill('Beratung und alles, was sonst noch dazugehört').join('\n'),
    quantity: 8,
    unit_price_cents: 1234,
    tax_rate: 19,
  }
  const draft = async () => {
    await send('PUT', '/api/v1/organization', {
      legal_name: 'Viel GmbH',
      street: 'Weg 1',
      postal_code: '20457',
      city: 'Hamburg',
      vat_id: 'DE136695976',
      iban: 'DE02120300000000202051',
      logo_file_id: null,
    })
    await send('PUT', `/api/v1/clients/${client}`, { street: 'Gasse 2', postal_code: '10115', city: 'Berlin' })
    const invoice = {
      client_id: client,
      issue_date: '2026-01-05',
      due_date: '2026-01-19',
      line_items: Array(500).fill(line),
    }
    return parseId(await send('POST', '/api/v1/invoices', invoice))
  }
  const drafts = () => Promise.all(Array.from({ length: atOnce }, draft))
  let ids: string[] = []
  const issue = (id: string | undefined) => send('POST', `/api/v1/invoices/${id}/send`, { channel: 'none' })
  return [
    {
      kind: 'longest invoice',
      name: 'sent',
      prepare: async () => {
        ids = await drafts()
      },
      run: () => runConcurrently(atOnce, (index) => issue(ids[index])),
    },
    {
      kind: 'longest invoice',
      name: 'credited',
      prepare: async () => {
        ids = await drafts()
        for (const id of ids) parseId(await issue(id))
      },
      run: () => runConcurrently(atOnce, (index) => send('POST', `/api/v1/invoices/${ids[index]}/credit-note`, {})),
    },
  ]
}

/** Scenes with the maximum number of keys, in many equal objects and in a single one. */
function scenes(send: SendRequest, whiteboard: string, atOnce: number): Load[] {
  const names = limits.jsonNames - 10
  const path = `/api/v1/whiteboards/${whiteboard}`
  const kinds = {
    'of objects alike': { elements: Array.from({ length: names / 2 }, (_, x) => ({ type: 'line', x })) },
    'of one object': {
      elements: [],
      files: Object.fromEntries(Array.from({ length: limits.jsonNamesOfObject }, (_, x) => [`name${x}`, x])),
    },
  }
  return Object.entries(kinds).flatMap(([name, scene]) => [
    {
      kind: 'scene of many names',
      name: `${name}, put`,
      run: () => runConcurrently(atOnce, () => send('PUT', path, { scene })),
    },
    { kind: 'scene of many names', name: `${name}, got`, run: () => runConcurrently(atOnce, () => send('GET', path)) },
  ])
}

/** What sockets can ask for at most. */
export function createSocketLoads(url: string, token: string, tell: () => Promise<unknown>): Load[] {
  const open = async () => {
    const socket = new WebSocket(url, 'graphql-transport-ws')
    await once(socket, 'open')
    socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } }))
    await once(socket, 'message')
    return socket
  }
  const say = (socket: WebSocket, id: number, query: string) =>
    socket.send(JSON.stringify({ type: 'subscribe', id: String(id), payload: { query } }))
  const subscribe = (count: number, each: number): Load => ({
    kind: 'sockets',
    name: `${count} with ${each} subscriptions asked for in each, and 20 events`,
    async run() {
      const sockets = await Promise.all(Array.from({ length: count }, open))
      let arrived = 0
      for (const socket of sockets) {
        socket.on('message', () => {
          arrived += 1
        })
        for (let id = 0; id < each; id++)
          say(socket, id, 'subscription { events { id event data sequence actor { name } } }')
      }
      await settled(() => arrived)
      for (let event = 0; event < 20; event++) await tell()
      await settled(() => arrived)
      for (const socket of sockets) socket.terminate()
      return { status: 0, bytes: arrived }
    },
  })
  return [
    subscribe(limits.socketsPerToken, 1000),
    subscribe(48, limits.subscriptionsPerSocket),
    {
      kind: 'sockets',
      name: 'one that asks 2,000 times without a pause',
      async run() {
        const socket = await open()
        let arrived = 0
        socket.on('message', () => {
          arrived += 1
        })
        for (let id = 0; id < 2000; id++)
          say(socket, id, '{ clients(perPage: 20) { clients { id name projects(perPage: 5) { id } } } }')
        await settled(() => arrived)
        socket.terminate()
        return { status: 0, bytes: arrived }
      },
    },
  ]
}

/** Waits until a count has stood still for a second. */
async function settled(count: () => number) {
  for (let last = -1; last !== count(); await new Promise((resolve) => setTimeout(resolve, 1_000))) last = count()
}
