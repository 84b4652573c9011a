import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The service as a newcomer starts it: `npm start` with an embedded database in a folder of its own. */
export interface Service {
  base: string
  directory: string
  /** What it has said so far. */
  output(): string
  /** Runs `npm run kontor -- … --json` beside it and answers what it printed. */
  kontor(...args: string[]): Promise<Record<string, string>>
  stop(): Promise<void>
}

export async function freePort(): Promise<number> {
  const probe = createServer()
  await once(probe.listen(0, '127.0.0.1'), 'listening')
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

/** Waits until the service at `base` is ready; throws what `ended` answers where it has ended instead. */
export async function waitUntilReady(base: string, ended: () => string | null = () => null) {
  for (const began = Date.now(); Date.now() - began < 120_000; ) {
    const end = ended()
    if (end !== null) throw new Error(end)
    const answer = await fetch(`${base}/readyz`).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`${base} is not ready`)
}

/** Starts it and waits until it is ready. */
export async function startService(settings: NodeJS.ProcessEnv = {}): Promise<Service> {
  const directory = mkdtempSync(join(tmpdir(), 'kontor-service-'))
  // PostgreSQL's own user may pass through, so that the database lies in it, and goes with it.
  chmodSync(directory, 0o755)
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    PORT: String(port),
    PUBLIC_URL: base,
    DATA_DIR: directory,
    DATABASE_URL: '',
    LOG_LEVEL: 'warn',
    ...settings,
  }
  const server: ChildProcess = spawn('npm', ['start', '--silent'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [server.stdout, server.stderr])
    stream?.on('data', (chunk) => {
      said += chunk
    })
  await waitUntilReady(base, () => (server.exitCode === null ? null : said))
  return {
    base,
    directory,
    output: () => said,
    async kontor(...args) {
      const command = spawn('npm', ['run', '--silent', 'kontor', '--', ...args, '--json'], {
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let out = ''
      let err = ''
      command.stdout.on('data', (chunk) => {
        out += chunk
      })
      command.stderr.on('data', (chunk) => {
        err += chunk
      })
      const [code] = await once(command, 'close')
      if (code !== 0) throw new Error(err)
      return JSON.parse(out)
    },
    async stop() {
      const ended = once(server, 'exit')
      // npm passes it on: the whole group would hear it twice, and leave its database running.
      server.kill('SIGTERM')
      await ended
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
