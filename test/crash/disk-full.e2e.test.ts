import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { command, createEnvironment } from '../harness/process.ts'
import { freePort, waitUntilReady } from '../harness/service.ts'

// A file system of 300 MB of its own that fills while the service and its database run on it.

const mayMount = process.getuid?.() === 0 && canMount()

function canMount(): boolean {
  try {
    execFileSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

test.skipIf(!mayMount)(
  `uploads, then writes are refused on a disk that fills, and reading goes on${mayMount ? '' : ' (skipped: only root mounts a disk)'}`,
  { timeout: 180_000 },
  async () => {
    const place = mkdtempSync(join(tmpdir(), 'kontor-disk-'))
    chmodSync(place, 0o755)
    const port = await freePort()
    const base = `http://127.0.0.1:${port}`
    const settings = { DATA_DIR: place, DATABASE_URL: '', PORT: String(port), LOG_LEVEL: 'warn' }
    // The mount is seen by the process alone, and goes with it; `exec` keeps its number.
    const mounting = `mount -t tmpfs -o size=300m,mode=755 tmpfs ${place} && exec "$0" "$@"`
    const server = spawn('unshare', ['-m', 'sh', '-c', mounting, process.execPath, ...command('main.js')], {
      env: createEnvironment(settings),
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    server.stderr.on('data', (chunk) => {
      said += chunk
    })
    const mounted = `/proc/${server.pid}/root${place}`
    const filler = join(mounted, 'filler')
    /** Leaves so much free. */
    const fill = (freeBytes: number) => {
      const file = openSync(filler, 'a')
      const free = () => {
        const { bavail, bsize } = statfsSync(mounted)
        return bavail * bsize
      }
      try {
        for (let excess = free() - freeBytes; excess >= 4096; excess = free() - freeBytes)
          writeSync(file, Buffer.alloc(Math.min(excess, 2 ** 20)))
      } catch (error) {
        expect(error).toMatchObject({ code: 'ENOSPC' })
      } finally {
        closeSync(file)
      }
    }
    const postmaster = () => readFileSync(join(mounted, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]
    try {
      await waitUntilReady(base, () => (server.exitCode === null ? null : said))
      const create = ['org', 'create', '--name', 'Voll', '--email', 'anna@voll.example', '--json']
      const inside = [
        '-t',
        String(server.pid),
        '-m',
        `--wdns=${process.cwd()}`,
        process.execPath,
        ...command('kontor.js', ...create),
      ]
      const { token } = JSON.parse(
        execFileSync('nsenter', inside, { env: createEnvironment(settings), encoding: 'utf8' }),
      )
      const call = async (method: string, path: string, body?: object | FormData) => {
        const answer = await fetch(`${base}/api/v1${path}`, {
          method,
          headers: {
            authorization: `Bearer ${token}`,
            ...(body && !(body instanceof FormData) && { 'content-type': 'application/json' }),
          },
          ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
        })
        return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: await answer.json() }
      }
      const upload = () => {
        const form = new FormData()
        form.append('file', new Blob(['hallo']), 'a.txt')
        return call('POST', '/storage/files', form)
      }
      const add = () => call('POST', '/clients', { name: 'Neu' })
      const readiness = async () => {
        const answer = await fetch(`${base}/readyz`)
        return [answer.status, await answer.json()]
      }
      const running = postmaster()
      expect([(await upload()).status, (await add()).status]).toEqual([201, 201])

      fill(12 * 2 ** 20)
      await expect.poll(async () => (await upload()).body.error).toBe('disk_full')
      expect((await add()).status).toBe(201)
      expect(await readiness()).toEqual([200, { status: 'ok' }])

      fill(0)
      await expect.poll(readiness).toEqual([503, { status: 'unavailable', disk: 'full' }])
      for (let count = 0; count < 20; count++) {
        expect(await add()).toMatchObject({ status: 503, retryAfter: '60', body: { error: 'disk_full' } })
        expect((await call('GET', '/clients')).status).toBe(200)
      }
      expect(postmaster()).toBe(running)

      rmSync(filler)
      await expect.poll(readiness).toEqual([200, { status: 'ok' }])
      expect([(await add()).status, (await upload()).status]).toEqual([201, 201])
    } finally {
      const exited = once(server, 'exit')
      server.kill('SIGTERM')
      await exited
      rmSync(place, { recursive: true, force: true })
    }
  },
)
