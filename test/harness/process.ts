import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'

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

/** Compiled, as `npm start` runs it: it starts in half the time. */
const build = () => execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: ['ignore', 'ignore', 'inherit'] })
let built = false

/** `kontor work`: runs jobs and delivers webhooks, on a database that is there. */
export const startWorker = (settings: NodeJS.ProcessEnv) =>
  startProcess(['dist/src/cli/main.js', 'work'], 'Kontor works', settings)

/** The server without workers. */
export const startServer = (settings: NodeJS.ProcessEnv) =>
  startProcess(['dist/src/main.js'], 'Kontor is ready', { ...settings, WORKERS: 'none' })

function startProcess(program: string[], readyWords: string, settings: NodeJS.ProcessEnv): Process {
  if (!built) build()
  built = true
  const child = spawn(process.execPath, program, {
    env: { ...process.env, NODE_COMPILE_CACHE: 'node_modules/.cache/node', LOG_LEVEL: 'info', ...settings },
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
    setTimeout(() => reject(new Error(`${program.join(' ')} does not get ready: ${said}`)), 60_000).unref()
    exited.then(() => reject(new Error(`${program.join(' ')} ended: ${said}`)))
  })
  ready.catch(() => {})
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await exited
  }
  return { pid: child.pid ?? 0, ready, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
}
