import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { availableIsolation, type Isolation, isolatedCommand } from './isolation.ts'
import { type ThreadModule, threadModule } from './threads.ts'

/** Reads bytes and answers others; none where it can make nothing of them. */
type Converter = (input: Buffer, how: string) => Uint8Array | null | Promise<Uint8Array | null>

export interface ProgramLimits {
  /** Milliseconds after which it is killed. */
  longestRun: number
  /** Bytes of memory, of all kinds, with which it is killed. */
  mostMemory: number
  /** Bytes of its answer. */
  mostOutput: number
  /** The strongest there is unless given. */
  isolation?: Isolation
}

/** What the process of a program is started with. */
export interface ProgramStart extends Pick<ProgramLimits, 'longestRun' | 'mostMemory'> {
  url: string
  name: string
  how: string
}

/** A program was killed, crashed or failed. */
export class ProgramFailed extends Error {
  override readonly name = 'ProgramFailed'
}

const host = threadModule<typeof import('./program-host.ts')>(import.meta.url, './program-host')

/** The signal that a wrapper says its program ended by, as shells do: 128 and its number. */
const signalOf = (code: number | null) =>
  Object.entries(constants.signals).find(([, number]) => number + 128 === code)?.[0] ?? code

/** Characters of what a program complains of that are told. */
const mostComplaint = 2000

/**
 * Runs a function of a module in a process of its own: what reads foreign bytes in native code may crash, hang or take all memory,
 * and no thread could be ended without this process. It has no environment, and so no secret of the service at hand, and is kept
 * from files and the network as far as the system allows (`Isolation`).
 * `input` is streamed to it. Throws ProgramFailed where it gives no answer, and what `input` breaks off with.
 */
export async function runProgram<Functions extends Record<Name, Converter>, Name extends string & keyof Functions>(
  { url }: ThreadModule<Functions>,
  name: Name,
  input: Readable,
  how: string,
  { mostOutput, isolation, ...limits }: ProgramLimits,
): Promise<Buffer | null> {
  const start: ProgramStart = { url, name, how, ...limits }
  const [command, args] = isolatedCommand(isolation ?? (await availableIsolation()), {
    script: fileURLToPath(host.url),
    module: fileURLToPath(url),
    args: [JSON.stringify(start)],
  })
  const child = spawn(command, args, {
    env: {},
    stdio: ['pipe', 'pipe', 'pipe'],
    // A group of its own: bubblewrap leaves its other half behind where it alone is killed while it starts.
    detached: true,
  })
  const kill = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It has ended.
    }
  }
  const timer = setTimeout(kill, limits.longestRun)
  const output: Buffer[] = []
  let size = 0
  let complaint = ''
  child.stdout.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > mostOutput) kill()
    else output.push(chunk)
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-mostComplaint)
  })
  let broken: { error: unknown } | undefined
  async function* read() {
    try {
      yield* input
    } catch (error) {
      broken = { error }
      kill()
    }
  }
  const closed = once(child, 'close') as Promise<[code: number | null, signal: string | null]>
  // It may leave before it has read all.
  const [[code, signal]] = await Promise.all([closed, pipeline(read, child.stdin).catch(() => {})]).finally(() =>
    clearTimeout(timer),
  )
  if (broken) throw broken.error
  if (code !== 0 || size > mostOutput) throw new ProgramFailed(`${name}: ${signal ?? signalOf(code)}. ${complaint}`)
  return size ? Buffer.concat(output) : null
}
