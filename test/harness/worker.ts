import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

/** `kontor work` in a process of its own: runs jobs and delivers webhooks. */
export interface Worker {
  pid: number
  /** Ends it as a power cut would. */
  kill(): Promise<void>
  /** Lets it finish what is under way. */
  stop(): Promise<void>
}

/** Starts one, on a database that is there, and waits until it works. */
export async function startWorker(settings: NodeJS.ProcessEnv): Promise<Worker> {
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', 'src/cli/main.ts', 'work'], {
    env: { ...process.env, LOG_LEVEL: 'info', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit')
  let said = ''
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        said = (said + chunk).slice(-10_000)
        if (said.includes('Kontor works')) resolve()
      })
    exited.then(() => reject(new Error(`kontor work ended: ${said}`)))
  })
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await exited
  }
  return { pid: child.pid ?? 0, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
}
