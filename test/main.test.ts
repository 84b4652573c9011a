import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { onDatabase } from './harness/cluster.ts'
import { run } from './harness/process.ts'
import { freePort } from './harness/service.ts'

const directory = mkdtempSync(join(tmpdir(), 'kontor-main-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

/** What a start that fails says. */
const refusal = async (settings: NodeJS.ProcessEnv) => {
  const { code, stderr } = await run('src/main.js', [], { DATA_DIR: directory, LOG_LEVEL: 'info', ...settings })
  return { code, said: stderr }
}

test('a start without its database says in one line which setting is wrong and what to do', async () => {
  const port = await freePort()
  const silent = { DATABASE_URL: `postgresql://kontor@127.0.0.1:${port}/kontor` }
  const advice = 'Start it or correct the address; without DATABASE_URL Kontor runs a database of its own.'
  expect(await refusal(silent)).toEqual({
    code: 1,
    said: `DATABASE_URL names 127.0.0.1:${port}, where no PostgreSQL answers: connect ECONNREFUSED 127.0.0.1:${port}. ${advice}\n`,
  })
  expect((await refusal({ ...silent, LOG_LEVEL: 'debug' })).said).toMatch(/\n {4}at /)
})

test('a database that is not there is told from a server that is not there', async () => {
  const { said } = await refusal({ DATABASE_URL: onDatabase(inject('cluster'), 'nowhere') })
  expect(said).toMatch(
    /database "nowhere" does not exist. Create it \(createdb nowhere\), or correct the name in DATABASE_URL.\n$/,
  )
  expect(said).not.toMatch(/\n {4}at /)
})
