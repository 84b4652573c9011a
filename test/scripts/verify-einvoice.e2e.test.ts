import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { projectRoot } from '#core/runtime/project-root'

const run = promisify(execFile)

/** Runs the script where these commands alone are found, each a line of shell; answers what it printed. */
async function verifyWith(commands: Record<string, string>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-path-'))
  try {
    for (const [name, line] of Object.entries(commands)) {
      writeFileSync(join(folder, name), `#!/bin/sh\n${line}\n`)
      chmodSync(join(folder, name), 0o755)
    }
    const arguments_ = ['--import', 'tsx', join(projectRoot, 'scripts', 'verify-einvoice.ts')]
    const { stdout } = await run(process.execPath, arguments_, { cwd: projectRoot, env: { PATH: folder } })
    return stdout
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test.each([
  ['without Java', {}, 'Java not found.'],
  ['with an old Java', { java: `echo 'openjdk version "11.0.2"' >&2` }, 'Java 17 or newer is needed, here is 11.'],
  ['without Maven', { java: `echo 'openjdk version "21.0.1"' >&2` }, 'Maven not found.'],
])('%s nothing is verified, and it is said why', async (_what, commands, why) => {
  expect(await verifyWith(commands as Record<string, string>)).toBe(`E-invoices not verified: ${why}\n`)
})
