import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { createDatabase, onDatabase } from './harness/cluster.ts'
import { runProgramToEnd } from './harness/process.ts'
import { freePort } from './harness/service.ts'

const directory = mkdtempSync(join(tmpdir(), 'kontor-main-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

/** What a start that fails says. */
const refusal = async (settings: NodeJS.ProcessEnv) => {
  const { code, stderr } = await runProgramToEnd('main.js', [], { DATA_DIR: directory, LOG_LEVEL: 'info', ...settings })
  return { code, said: stderr }
}

test('reports a missing database in one line with the setting', async () => {
  const port = await freePort()
  const silent = { DATABASE_URL: `postgresql://kontor@127.0.0.1:${port}/kontor` }
  const advice = 'Start it or correct the address; without DATABASE_URL Kontor runs a database of its own.'
  expect(await refusal(silent)).toEqual({
    code: 1,
    said: `DATABASE_URL names 127.0.0.1:${port}, where no PostgreSQL answers: connect ECONNREFUSED 127.0.0.1:${port}. ${advice}\n`,
  })
  expect((await refusal({ ...silent, LOG_LEVEL: 'debug' })).said).toMatch(/\n {4}at /)
})

test('distinguishes a missing database from a missing server', async () => {
  const { said } = await refusal({ DATABASE_URL: onDatabase(inject('cluster'), 'nowhere') })
  expect(said).toMatch(
    /database "nowhere" does not exist. Create it \(createdb nowhere\), or correct the name in DATABASE_URL.\n$/,
  )
  expect(said).not.toMatch(/\n {4}at /)
})

test('reports a certificate with a wrong password before anything is signed', async () => {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: directory, stdio: 'pipe' })
  openssl(...'req -x509 -newkey rsa:2048 -nodes -keyout own.key -out own.pem -subj /CN=own'.split(' '))
  openssl(...'pkcs12 -export -inkey own.key -in own.pem -out own.p12 -passout pass:right'.split(' '))
  const database = await createDatabase(inject('cluster'), inject('template'))
  const signing = { SIGNING_CERTIFICATE: join(directory, 'own.p12'), SIGNING_CERTIFICATE_PASSWORD: 'wrong' }
  expect(await refusal({ DATABASE_URL: database.url, ...signing })).toEqual({
    code: 1,
    said: 'SIGNING_CERTIFICATE_PASSWORD must be the password of the file of SIGNING_CERTIFICATE; it does not open it.\n',
  })
  await database.drop()
})
