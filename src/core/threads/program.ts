import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { buildIsolatedCommand, detectIsolation, type Isolation } from './isolation.ts'
import { type ThreadModule, threadModule } from './threads.ts'

/** Converts bytes to bytes; null if the input is unusable. */
type Converter = (input: Buffer, how: string) => Uint8Array | null | Promise<Uint8Array | null>

export interface ProgramLimits {
  /** Milliseconds until it is killed. */
  maxRunMs: number
  /** Bytes of memory of any kind, beyond which it is killed. */
  maxMemory: number
  /** Bytes of its output. */
  maxOutput: number
  /** The strongest available by default. */
  isolation?: Isolation
}

export interface ProgramStart extends Pick<ProgramLimits, 'maxRunMs' | 'maxMemory'> {
  url: string
  name: string
  how: string
}

/** The program was killed, crashed or failed. */
export class ProgramFailed extends Error {
  override readonly name = 'ProgramFailed'
}

const host = threadModule<typeof import('./program-host.ts')>(import.meta.url, './program-host')

/** The signal behind an exit code of 128 + n, as wrappers report it; otherwise the code. */
const signalOf = (code: number | null) =>
  Object.entries(constants.signals).find(([, number]) => number + 128 === code)?.[0] ?? code

/** Characters of stderr repeated in the error. */
const maxStderrLength = 2000

/**
 * Runs a function of a module in a process of its own, because native code that parses untrusted bytes may crash, hang or
 * exhaust memory, and threads cannot be killed safely. It has no environment variables, and no access to files and network as
 * far as possible (`Isolation`). `input` is streamed. Throws ProgramFailed, or the error of `input` if that fails.
 */
export async function runProgram<Functions extends Record<Name, Converter>, Name extends string & keyof Functions>(
  { url }: ThreadModule<Functions>,
  name: Name,
  input: Readable,
  how: string,
  { maxOutput, isolation, ...limits }: ProgramLimits,
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
    // A process group of its own, so that killing bubblewrap also kills its child.
    detached: true,
  })
  const kill = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // Already ended.
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
    stderrText = (stderrText + text).slice(-maxStderrLength)
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
  // It may exit before it has read everything.
  const [[code, signal]] = await Promise.all([closed, pipeline(read, child.stdin).catch(() => {})]).finally(() =>
    clearTimeout(timer),
  )
  if (broken) throw broken.error
  if (code !== 0 || size > maxOutput) throw new ProgramFailed(`${name}: ${signal ?? signalOf(code)}. ${stderrText}`)
  return size ? Buffer.concat(output) : null
}
