import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Pool as Database } from 'pg'
import { Pool } from 'undici'
import { compileService } from '../test/harness/compile-service.ts'

/** Of `/proc/<pid>/stat`, from its third field on; nothing where the process has ended. */
function statOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  } catch {
    return []
  }
}

/** CPU milliseconds of a process, from the kernel's accounting in ticks of 10 ms. */
const cpuOf = (pid: number): number => ticks(statOf(pid).slice(11, 13))

/** Those of its children that have ended. */
const cpuOfEnded = (pid: number): number => ticks(statOf(pid).slice(13, 15))

const ticks = (fields: readonly string[]) => fields.reduce((sum, field) => sum + Number(field) * 10, 0)

/** The processes of the PostgreSQL whose postmaster has this pid. */
function backendsOf(postmaster: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid && readParent(pid) === postmaster)
}

/** CPU milliseconds of a server and of the database behind it, since they began. */
export const readServerCpu = (pid: number, postmaster: number): number => cpuOf(pid) + readDatabaseCpu([postmaster])

/** CPU milliseconds of the processes of several PostgreSQL servers, since they began. */
export const readDatabaseCpu = (postmasters: readonly number[]): number =>
  postmasters.reduce(
    (sum, postmaster) =>
      backendsOf(postmaster).reduce((all, backend) => all + cpuOf(backend), sum + cpuOfEnded(postmaster)),
    0,
  )

const readParent = (pid: number) => Number(statOf(pid)[1] ?? 0)

/** The memory options of `npm start`. */
function memorySettings(): { options: string[]; environment: Record<string, string> } {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } }
  const environment = Object.fromEntries(
    [...scripts.start.matchAll(/\b(MALLOC_\w+)=(\d+)/g)].map(([, ...pair]) => pair),
  )
  return { options: scripts.start.match(/--\S+-space-size=\d+/g) ?? [], environment }
}

export interface Server {
  process: ChildProcess
  base: string
}

/** Starts the compiled service with the memory options of `npm start`. */
export const startKontor = (databaseUrl: string, directory: string): Promise<Server> =>
  startProgram('./kontor-server.ts', [resolve(compileService()), databaseUrl, directory])

/** Starts a baseline server in its own process with the same memory options. */
export const startBaseline = (program: string, args: string[]): Promise<Server> =>
  startProgram(program, args, ['--import', 'tsx'])

async function startProgram(program: string, args: string[], more: string[] = []): Promise<Server> {
  const { options, environment } = memorySettings()
  const env = { ...process.env, ...environment }
  const child = fork(new URL(program, import.meta.url), args, { execArgv: [...more, ...options], env })
  const [{ port }] = (await Promise.race([once(child, 'message'), refuseExit(program, child)])) as [{ port: number }]
  return { process: child, base: `http://127.0.0.1:${port}` }
}

async function refuseExit(program: string, child: ChildProcess): Promise<never> {
  const [code] = await once(child, 'exit')
  throw new Error(`${program} ended with ${code} before it listened`)
}

export interface Request {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT'
  path: string | (() => string)
  headers?: Record<string, string>
  body?: () => string
  status: number
  /** Expected in the response, so that an error cannot look fast. */
  contains: string
}

/** CPU per request, in milliseconds: of the server, and of the database. */
export interface RequestCost {
  server: number
  database: number
  perSecond: number
}

const connections = 8

/** Runs `count` requests, 8 at a time over kept connections, and measures their CPU. */
export async function measureRequests(
  server: Server,
  postmaster: number | readonly number[],
  request: Request,
  count: number,
): Promise<RequestCost> {
  const pool = new Pool(server.base, { connections, pipelining: 1 })
  const backends = () => readDatabaseCpu([postmaster].flat())
  const pid = server.process.pid ?? 0
  const before = { server: cpuOf(pid), database: backends(), at: performance.now() }
  let left = count
  const worker = async () => {
    while (left-- > 0) {
      const { statusCode, body } = await pool.request({
        method: request.method,
        path: typeof request.path === 'string' ? request.path : request.path(),
        headers: { 'content-type': 'application/json', ...request.headers },
        ...(request.body && { body: request.body() }),
      })
      const text = await body.text()
      if (statusCode !== request.status || !text.includes(request.contains))
        throw new Error(`${request.method} ${String(request.path)} answered ${statusCode}: ${text.slice(0, 200)}`)
    }
  }
  await Promise.all(Array.from({ length: connections }, worker))
  const seconds = (performance.now() - before.at) / 1000
  await pool.close()
  return {
    server: (cpuOf(pid) - before.server) / count,
    database: (backends() - before.database) / count,
    perSecond: count / seconds,
  }
}

const ownPid = `select (regexp_match(pg_read_file('postmaster.pid'), '^\\d+'))[1]::int as pid`

/** The process id of the PostgreSQL server behind a connection of its owner. */
export async function findPostmaster(system: Database): Promise<number> {
  const { rows } = await system.query<{ pid: number }>(ownPid)
  return rows[0]?.pid ?? 0
}

/** Those of all servers of a Citus that run on this machine. */
export async function findPostmasters(system: Database): Promise<number[]> {
  const { rows } = await system.query<{ pid: number }>('select result::int as pid from run_command_on_all_nodes($1)', [
    ownPid,
  ])
  return rows.map(({ pid }) => pid)
}

export const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
