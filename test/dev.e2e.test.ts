import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '#core/runtime/project-root'
import { freePort, waitUntilReady } from './harness/service.ts'

test('npm run dev reloads changes and keeps the database running', { timeout: 120_000 }, async () => {
  const copy = mkdtempSync(join(tmpdir(), 'kontor-dev-'))
  // PostgreSQL's own user may pass through, so that the database lies in it, and goes with it.
  chmodSync(copy, 0o755)
  for (const name of ['src', 'migrations', 'scripts', 'assets', 'package.json', 'tsconfig.json'])
    cpSync(join(projectRoot, name), join(copy, name), { recursive: true })
  symlinkSync(join(projectRoot, 'node_modules'), join(copy, 'node_modules'))
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const dataDir = join(copy, 'data')
  const dev = spawn('npm', ['run', '--silent', 'dev'], {
    cwd: copy,
    detached: true,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: '', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [dev.stdout, dev.stderr])
    stream.on('data', (chunk) => {
      said += chunk
    })
  const postmaster = () => readFileSync(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n')[0]
  const file = join(copy, 'src', 'core', 'http', 'health.ts')
  const source = readFileSync(file, 'utf8')
  const health = () =>
    fetch(`${base}/healthz`).then(
      (answer) => answer.json(),
      () => 'down',
    )
  const answers = (wanted: unknown) => expect.poll(health, { timeout: 30_000, interval: 100 }).toEqual(wanted)
  try {
    await waitUntilReady(base, () => (dev.exitCode === null ? null : said))
    const server = postmaster()
    const change = (round: number) => writeFileSync(file, source.replace("{ status: 'ok' }", `{ round: ${round} }`))
    for (const round of [1, 2]) {
      change(round)
      await answers({ round })
    }
    writeFileSync(file, 'this is no TypeScript')
    await answers('down')
    change(3)
    await answers({ round: 3 })
    expect(await (await fetch(`${base}/readyz`)).json()).toEqual({ status: 'ok' })
    expect(postmaster()).toBe(server)
  } finally {
    const ended = once(dev, 'exit')
    process.kill(-(dev.pid ?? 0), 'SIGTERM')
    await ended
    await expect
      .poll(() => existsSync(join(dataDir, 'postgres', 'data', 'postmaster.pid')), { timeout: 20_000 })
      .toBe(false)
    rmSync(copy, { recursive: true, force: true })
  }
})
