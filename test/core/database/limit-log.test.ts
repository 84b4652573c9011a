import { appendFileSync, closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { truncateLog } from '#core/database/embedded/limit-log'

test('rotates the log beyond its size while the server appends to it', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'kontor-log-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  await truncateLog(dataDir, 10)
  mkdirSync(join(dataDir, 'postgres'))
  const log = join(dataDir, 'postgres', 'log')
  appendFileSync(log, '0123456789')
  await truncateLog(dataDir, 10)
  // Opened like pg_ctl does.
  const server = openSync(log, 'a')
  writeSync(server, '!')
  await truncateLog(dataDir, 10)
  writeSync(server, 'next')
  closeSync(server)
  expect([readFileSync(`${log}.1`, 'utf8'), readFileSync(log, 'utf8')]).toEqual(['0123456789!', 'next'])
})
