import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { projectRoot } from '#core/runtime/project-root'

test('logs an unhandled rejection and keeps the process running', async () => {
  const program = `
    import { logUnhandledErrors } from '${join(projectRoot, 'src/core/runtime/unhandled-errors.ts')}'
    logUnhandledErrors({ error: ({ err }, words) => console.log(words + ': ' + err.message) })
    Promise.reject(new Error('lost'))
    setTimeout(() => console.log('still here'), 10)`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program])
  expect(stdout).toBe('unhandled rejection: lost\nstill here\n')
})
