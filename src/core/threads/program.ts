import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { buildIsolatedCommand, detectIsolation, type Isolation } from './isolation.ts'
import { type ThreadModule, threadModule } from './threads.ts'

/** Reads bytes and answers others; none where it can make nothing of them. */
type Converter = (input: Buffer, how: string) => Uint8Array | null | Promise<Uint8Array | null>

export interface ProgramLimits {
  /** Milliseconds after which it is killed. */
  maxRunMs: number
  /** Bytes of memory, of all kinds, with which it is killed. */
  maxMemory: number
  /** Bytes of its answer. */
  maxOutput: number
  /** The strongest there is unless given. */
  isolation?: Isolation
}

/** What the process of a program is started with. */
export interface ProgramStart extends Pick<ProgramLimits, 'maxRunMs' | 'maxMemory'> {
  url: string
  name: string
  how: string
}

/** A program was killed, crashed or failed. */
export class ProgramFailed extends Error {
  override readonly name = 'ProgramFailed'
}

const host = threadModule<typeof import('./program-host.ts')>(import.meta.url, './program-host')

/** The signal behind an exit code of 128 plus its number, as wrappers report it; else the code. */
const signalOf = (code: number | null) =>
  Object.entries(constants.signals).find(([, number]) => number + 128 === code)?.[0] ?? code

/** Characters of stderr that an error message repeats. */
const longestStderr = 2000

/**
 * Runs a function of a module in a process of its own: native code that reads foreign bytes may crash, hang or use up memory, and a
 * thread could not be killed without ending this process. It gets no environment, so no secrets, and no access to files and network as
 * far as the system allows (`Isolation`). `input` is streamed to it. Throws ProgramFailed if it fails, and the error of `input` if that
 * ends early.
 */
export async function runProgram<Functions extends Record<Name, Converter>, Name extends string & keyof Functions>(
  { url }: ThreadModule<Functions>,
  name: Name,
  input: Readable,
  how: string,
  { maxOutput: maxOutput, isolation, ...limits }: ProgramLimits,
): Promise<Buffer | null> {
  const start: ProgramStart = { url, name, how, ...limits }
  const [command, args] = buildIsolatedCommand(isolation ?? (await detectIsolation()), {
    script: fileURLToPath(host.url),
    module: fileURLToPath(url),
    args: [JSON.stringify(start)],
  })
  const child = spawn(command, args, {
    env: {},
    stdio: ['pipe', 'pipe', 'pipe'],
    // A process group of its own: killing bubblewrap alone while it starts would leave its child behind.
    detached: true,
  })
  const kill = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It has ended.
    }
  }
  const timer = setTimeout(kill, limits.maxRunMs)
  const output: Buffer[] = []
  let size = 0
  let stderrText = ''
  child.stdout.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > maxOutput) kill()
    else output.push(chunk)
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderrText = (stderrText + text).slice(-longestStderr)
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
  if (code !== 0 || size > maxOutput) throw new ProgramFailed(`${name}: ${signal ?? signalOf(code)}. ${stderrText}`)
  return size ? Buffer.concat(output) : null
}
