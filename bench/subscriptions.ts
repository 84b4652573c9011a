import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { createPool } from '#core/database/connection'
import { openDatabase } from '#core/database/open-database'
import { limits } from '#core/schema/limits'
import { createOrganization } from '#features/people/organizations/create-organization'
import { formatTable } from './format-table.ts'
import { findPostmaster, readServerCpu, type Server, startBaseline, startKontor } from './measure.ts'

const sizes = [1000, 5000]
/** Events told to every socket, one after the other. */
const events = 10
/** Sockets opened at once: the machine resets more. */
const atOnce = 50

/** Sockets that follow events, as many per member as allowed: CPU per message and memory per socket. */
export async function benchmarkSubscriptions() {
  const directory = mkdtempSync(join(tmpdir(), 'kontor-bench-'))
  const say = (text: string) => process.stderr.write(`${text}\n`)
  const database = await openDatabase({ databaseUrl: null, dataDir: directory, secretKey: null }, say)
  const system = createPool(database.url, 'system', 1)
  const owners: string[] = []
  for (let index = 0; index * limits.socketsPerMember < Math.max(...sizes); index++) {
    const owner = { name: `Bench ${index}`, email: `bench${index}@kontor.example` }
    owners.push(`Bearer ${(await createOrganization(system, owner)).token}`)
  }
  const postmaster = await findPostmaster(system)
  const table = [['subscriptions', 'bare ms', 'Kontor ms', 'ratio', 'bare KB/socket', 'Kontor KB/socket']]
  try {
    for (const size of sizes) {
      say(`Measuring ${size} sockets …`)
      const bare = await startBaseline('./baseline-sockets.ts', [])
      const body = JSON.stringify({ name: 'Neu', notes: 'x'.repeat(800) })
      const base = await run(bare, postmaster, size, {
        authorizations: [undefined],
        query: 'subscription { events { body } }',
        tell: () => fetch(bare.base, { method: 'POST', body }),
      })
      const kontor = await startKontor(database.url, directory)
      const asked = owners.slice(0, Math.ceil(size / limits.socketsPerMember))
      const authorizations = (await Promise.all(asked.map((owner) => tokensOf(kontor, owner)))).flat()
      const ours = await run(kontor, postmaster, size, {
        authorizations,
        query: 'subscription { events { id event createdAt sequence data } }',
        tell: () => Promise.all(asked.map((owner) => post(kontor, owner, '/clients', { name: 'Neu' }))),
      })
      table.push([
        `${size} sockets, ${events} events`,
        base.cpu.toFixed(3),
        ours.cpu.toFixed(3),
        (ours.cpu / base.cpu).toFixed(2),
        base.memory.toFixed(0),
        ours.memory.toFixed(0),
      ])
    }
  } finally {
    await system.end()
    await database.close()
    rmSync(directory, { recursive: true, force: true })
  }
  process.stdout.write(`${formatTable(table)}\n\n`)
}

const post = (server: Server, authorization: string, path: string, body: object) =>
  fetch(`${server.base}/api/v1${path}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** As many tokens of a member as their sockets need. */
async function tokensOf(server: Server, owner: string): Promise<string[]> {
  const found: string[] = []
  for (let index = 0; index * limits.socketsPerToken < limits.socketsPerMember; index++) {
    const { token } = (await (await post(server, owner, '/tokens', { name: `Bench ${index}` })).json()) as {
      token: string
    }
    found.push(`Bearer ${token}`)
  }
  return found
}

interface Wanted {
  /** Whose the sockets are, in turn; nobody's where the server asks for none. */
  authorizations: readonly (string | undefined)[]
  query: string
  /** Makes one event for every socket. */
  tell(): Promise<unknown>
}

/** Opens the sockets, emits the events and stops the server: CPU milliseconds per message, kilobytes per socket. */
async function run(server: Server, postmaster: number, size: number, { authorizations, query, tell }: Wanted) {
  const url = `${server.base.replace('http', 'ws')}/graphql`
  const pid = server.process.pid ?? 0
  const empty = residentKilobytes(pid)
  const sockets: WebSocket[] = []
  let arrived = 0
  let complete = () => {}
  const open = async () => {
    const authorization = authorizations[sockets.length % authorizations.length]
    const socket = new WebSocket(url, 'graphql-transport-ws')
    sockets.push(socket)
    await once(socket, 'open')
    socket.send(JSON.stringify({ type: 'connection_init', payload: authorization && { authorization } }))
    await once(socket, 'message')
    socket.on('message', () => {
      arrived += 1
      if (arrived === size) complete()
    })
    socket.send(JSON.stringify({ type: 'subscribe', id: '1', payload: { query } }))
  }
  for (let opened = 0; opened < size; opened += atOnce)
    await Promise.all(Array.from({ length: Math.min(atOnce, size - opened) }, open))
  /** Tells one event and waits until every socket has it. */
  const told = async () => {
    const all = new Promise<void>((resolve) => {
      complete = resolve
    })
    arrived = 0
    await tell()
    await all
  }
  // A subscription is not acknowledged: all are there once the first event has arrived everywhere.
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  await told()
  const memory = (residentKilobytes(pid) - empty) / size
  const before = readServerCpu(pid, postmaster)
  for (let event = 0; event < events; event++) await told()
  const cpu = (readServerCpu(pid, postmaster) - before) / (size * events)
  for (const socket of sockets) socket.terminate()
  server.process.kill()
  await once(server.process, 'exit')
  return { cpu, memory }
}

const residentKilobytes = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
