import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort, waitUntilReady } from '../test/harness/service.ts'
import { formatTable } from './format-table.ts'

/** Megabytes of resident memory of the idle server. */
const limit = 180

/** Start-up time of a built installation on a new and an existing database, and its idle memory. */
export async function benchmarkInstallation() {
  const directory = mkdtempSync(join(tmpdir(), 'kontor-bench-'))
  const table = [['installation', '', 'limit', '']]
  try {
    await start(directory, 0)
    const first = await start(mkdtempSync(join(directory, 'new-')), 0)
    const again = await start(directory, 10)
    table.push(['start with a new database', `${first.seconds.toFixed(1)} s`])
    table.push(['start with an existing one', `${again.seconds.toFixed(1)} s`])
    const verdict = again.megabytes <= limit ? 'holds' : 'misses'
    table.push(['memory, 10 s after the start', `${again.megabytes.toFixed(0)} MB`, `${limit} MB`, verdict])
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
  process.stdout.write(`${formatTable(table)}\n\n`)
}

/** Starts as `npm start` does, waits until ready and for `rest` seconds more, and stops it. */
async function start(dataDir: string, rest: number): Promise<{ seconds: number; megabytes: number }> {
  const port = await freePort()
  const began = performance.now()
  const server = spawn('npm', ['start', '--silent'], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: '', LOG_LEVEL: 'warn' },
    detached: true,
    stdio: 'ignore',
  })
  await waitUntilReady(`http://127.0.0.1:${port}`)
  const seconds = (performance.now() - began) / 1000
  await pause(rest * 1000)
  const megabytes = residentMegabytes(server.pid ?? 0)
  const ended = once(server, 'exit')
  process.kill(-(server.pid ?? 0), 'SIGTERM')
  await ended
  return { seconds, megabytes }
}

/** Resident memory of the server among the processes of a group: the one whose program is the built main file. */
function residentMegabytes(group: number): number {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      const inGroup = Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[2]) === group
      if (inGroup && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('dist/bundle/main.js'))
        return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
    } catch {
      // It ended while we looked.
    }
  throw new Error('The server does not run.')
}
