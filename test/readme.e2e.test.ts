import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Service, startService } from './harness/service.ts'

// The README's tour, run as it stands there, by a shell.

const readme = readFileSync('README.md', 'utf8')
const tour = /<!-- tour -->([\s\S]*?)<!-- \/tour -->/.exec(readme)?.[1] ?? ''
const commands = [...tour.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, code = '']) => code)

let service: Service
beforeAll(async () => {
  service = await startService()
}, 120_000)
afterAll(() => service.stop())

test('runs every command of the tour in order', { timeout: 60_000 }, async () => {
  expect(commands.length).toBeGreaterThan(6)
  const { token } = await service.kontor(
    'org',
    'create',
    '--name',
    'Kontor Werkstatt',
    '--email',
    'anna@kontor.example',
  )
  const script = commands
    .map((code) => `${code}\necho "--- done"`)
    .join('\n')
    .replaceAll('http://127.0.0.1:4000', service.base)
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
    env: { ...process.env, TOKEN: token },
    cwd: service.directory,
  })
  expect(stdout.match(/--- done/g)).toHaveLength(commands.length)
  expect(stdout).toContain('"number":"RE-2026-0001"')
  expect(stdout).toContain('"status":"paid"')
  expect(readFileSync(join(service.directory, 'books.zip')).subarray(0, 2).toString()).toBe('PK')
  expect(readFileSync(join(service.directory, 'invoice.pdf')).subarray(0, 5).toString()).toBe('%PDF-')
})
