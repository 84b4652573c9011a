import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { command, createEnvironment } from '../harness/process.ts'
import { freePort, waitUntilReady } from '../harness/service.ts'

/** A server that is ended and started again on the same settings. */
export interface Server {
  base: string
  /** Of the process that runs now. */
  readonly pid: number
  /** False once it has ended. */
  readonly running: boolean
  /** What it has said since it was started. */
  output(): string
  /** Starts it and waits until it is ready; answers after how many milliseconds it was. */
  start(): Promise<number>
  /** Sends a signal; does not wait. */
  kill(signal: NodeJS.Signals): void
  /** Fulfilled when it has ended, with its exit code, null after a signal. */
  exited(): Promise<number | null>
}

/** A server as yet unstarted; it works jobs itself. */
export async function createServer(settings: NodeJS.ProcessEnv): Promise<Server> {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const env = createEnvironment({
    PORT: String(port),
    LOG_LEVEL: 'fatal',
    API_RATE_LIMIT_PER_MINUTE: '1000000',
    MAIL_LIMIT_PER_HOUR: '0',
    ...settings,
  })
  let child: ChildProcess
  let exit: Promise<number | null>
  let said = ''
  return {
    base,
    get pid() {
      return child.pid ?? 0
    },
    get running() {
      return child.exitCode === null && child.signalCode === null
    },
    output: () => said,
    async start() {
      const began = performance.now()
      said = ''
      child = spawn(process.execPath, command('main.js'), { env, stdio: ['ignore', 'pipe', 'pipe'] })
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (chunk: Buffer) => {
          said = (said + chunk).slice(-10_000)
        })
      const started = child
      exit = once(child, 'exit').then(([code]) => code)
      await waitUntilReady(base, () => (started.exitCode === null ? null : `It has ended: ${said}`))
      return performance.now() - began
    },
    kill: (signal) => void child.kill(signal),
    exited: () => exit,
  }
}
