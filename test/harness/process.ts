import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { compiled } from './compiled.ts'

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

/** `kontor work`: runs jobs and delivers webhooks, on a database that is there. */
export const startWorker = (settings: NodeJS.ProcessEnv) =>
  startProcess(['src/cli/main.js', 'work'], 'Kontor works', settings)

/** The server without workers. */
export const startServer = (settings: NodeJS.ProcessEnv) =>
  startProcess(['src/main.js'], 'Kontor is ready', { ...settings, WORKERS: 'none' })

function startProcess([program = '', ...options]: string[], readyWords: string, settings: NodeJS.ProcessEnv): Process {
  const folder = compiled()
  const child = spawn(process.execPath, [join(folder, program), ...options], {
    // The cache is written where a process ends by itself, not where it is killed.
    env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'cache'), LOG_LEVEL: 'info', ...settings },
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
    setTimeout(() => reject(new Error(`${program} does not get ready: ${said}`)), 60_000).unref()
    exited.then(() => reject(new Error(`${program} ended: ${said}`)))
  })
  ready.catch(() => {})
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await exited
  }
  return { pid: child.pid ?? 0, ready, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
}
