import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { compileService } from './compile-service.ts'

/** A process of the service's own. */
export interface Process {
  pid: number
  /** Fulfilled once it works; rejected where it ends before. */
  ready: Promise<void>
  /** Ends it as a power cut would. */
  kill(): Promise<void>
  /** Lets it finish what is under way. */
  stop(): Promise<void>
}

/** What a command printed, and how it ended. */
export interface ProcessResult {
  code: number
  stdout: string
  stderr: string
}

/** A program of the service's own: the server, or the operator's command. */
export type Program = 'main.js' | 'kontor.js'

/** How node runs one. */
export const command = (program: Program, ...options: readonly string[]) => [
  join(compileService(), 'bundle', program),
  ...options,
]

/** Runs one to its end. */
export const runProgramToEnd = (program: Program, options: readonly string[], settings: NodeJS.ProcessEnv) =>
  runNode(command(program, ...options), createEnvironment(settings))

/** Runs node to its end. */
export const runNode = (args: readonly string[], env: NodeJS.ProcessEnv) =>
  new Promise<ProcessResult>((resolve) =>
    execFile(process.execPath, args, { env, maxBuffer: 1 << 26 }, (error, ...said) =>
      resolve({ code: Number(error?.code ?? 0), stdout: said[0], stderr: said[1] }),
    ),
  )

/** Settings of a process that keeps its code for the next: written where it ends by itself, not where it is killed. */
export const createEnvironment = (settings: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...process.env,
  NODE_COMPILE_CACHE: join(compileService(), 'cache'),
  ...settings,
})

/** `kontor work`: runs jobs and delivers webhooks, on a database that is there. */
export const startWorker = (settings: NodeJS.ProcessEnv) =>
  startProcess('kontor.js', ['work'], 'Kontor works', settings)

/** The server without workers. */
export const startServer = (settings: NodeJS.ProcessEnv) =>
  startProcess('main.js', [], 'Kontor is ready', { ...settings, WORKERS: 'none' })

/** A command of the operator that is still running; `words` are printed once it is under way. */
export const startCommand = (options: string[], words: string, settings: NodeJS.ProcessEnv) =>
  startProcess('kontor.js', options, words, settings)

const startProcess = (program: Program, options: string[], readyWords: string, settings: NodeJS.ProcessEnv) =>
  startNode(command(program, ...options), readyWords, createEnvironment(settings))

/** Starts node and waits until it prints `readyWords`. */
export function startNode(args: readonly string[], readyWords: string, env: NodeJS.ProcessEnv): Process {
  const child = spawn(process.execPath, args, {
    env: { LOG_LEVEL: 'info', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit')
  let said = ''
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        said = (said + chunk).slice(-10_000)
        if (said.includes(readyWords)) resolve()
      })
    setTimeout(() => reject(new Error(`${args[0]} does not get ready: ${said}`)), 60_000).unref()
    exited.then(() => reject(new Error(`${args[0]} ended: ${said}`)))
  })
  ready.catch(() => {})
  const stop = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await exited
  }
  return { pid: child.pid ?? 0, ready, kill: () => stop('SIGKILL'), stop: () => stop('SIGTERM') }
}
