import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '#core/runtime/project-root'

function check(packages: Record<string, object>) {
  const cwd = mkdtempSync(join(tmpdir(), 'kontor-licenses-'))
  writeFileSync(join(cwd, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...packages } }))
  const script = join(projectRoot, 'scripts', 'licenses.mjs')
  const { status, stderr } = spawnSync(process.execPath, [script], { cwd, encoding: 'utf8' })
  return { status, stderr }
}

test.each([
  ['MIT', 0],
  ['(BSD-3-Clause OR GPL-2.0)', 0],
  ['Apache-2.0 AND LGPL-3.0-or-later AND MIT', 0],
  ['GPL-3.0-only', 1],
  ['MIT AND GPL-3.0-only', 1],
  ['SEE LICENSE IN LICENSE', 1],
  [undefined, 1],
])('a package with the licence %s', (license, status) => {
  const found = check({ 'node_modules/a/node_modules/@scope/b': { license } })
  expect(found.status).toBe(status)
  if (status) expect(found.stderr).toBe(`@scope/b: its licence is ${license ?? 'none'}, which is not allowed.\n`)
})
