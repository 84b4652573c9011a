import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openRepository } from '#core/backup/repository'
import { feature } from '#features/platform/backups/backups.feature'
import { checkLastBackup, createLastBackupReader, failedBackupNotices } from '#features/platform/backups/check-backups'
import { readConfig } from '../../../../src/config.ts'

const folder = mkdtempSync(join(tmpdir(), 'kontor-check-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const config = readConfig({ BACKUP_TO: join(folder, 'backups') })
const clockAt = (moment: string) => ({ now: () => new Date(moment), today: () => moment.slice(0, 10) })
const check = (moment: string) => checkLastBackup(config, clockAt(moment) as never)

test('a place without a backup, and one whose last backup is two days old, is told', async () => {
  expect(await checkLastBackup(readConfig({}), clockAt('2026-11-28T12:00:00Z') as never)).toBe(
    'none by Kontor (set BACKUP_TO)',
  )
  await expect(check('2026-11-28T12:00:00Z')).rejects.toThrow('There is no backup in')
  const repository = await openRepository({ place: join(folder, 'backups'), s3: null }, config.backup.keys, {
    create: true,
  })
  await expect(check('2026-11-28T12:00:00Z')).rejects.toThrow('there is no complete backup')
  for (const id of ['20261127T022000Z', '20261128T022000Z']) await repository.complete({ id } as never)
  expect(await check('2026-11-28T12:00:00Z')).toMatch(/^the last of 2 in .* was made 10 hours ago$/)
  await expect(check('2026-11-30T12:00:00Z')).rejects.toThrow('was made 58 hours ago')
  expect(await createLastBackupReader(config)()).toEqual(new Date('2026-11-28T02:20:00Z'))
  expect(await createLastBackupReader(readConfig({}))()).toBeNull()
})

test('a backup is made each night where a place is set', () => {
  const jobs = (of: typeof config) => feature.jobs({ config: of } as never).map(({ cron }) => cron)
  expect([jobs(config), jobs(readConfig({}))]).toEqual([['20 2 * * *'], []])
})

test('a backup that failed since the last one is a notice, and one that is two days old', async () => {
  const find = (of: typeof config, failedAt: Date | null, moment = '2026-11-28T12:00:00Z') =>
    failedBackupNotices.find({
      config: of,
      clock: clockAt(moment),
      system: { query: async () => ({ rows: [{ since: failedAt }] }) },
    } as never)
  expect(await find(readConfig({}), new Date())).toEqual([])
  expect(await find(config, null)).toEqual([])
  const failedAt = new Date('2026-11-28T03:00:00Z')
  expect(await find(config, failedAt)).toMatchObject([
    { since: failedAt, message: { en: expect.stringContaining('The backup has failed') } },
  ])
  expect(await find(config, null, '2026-12-01T12:00:00Z')).toMatchObject([
    { since: new Date('2026-11-30T04:20:00Z'), message: { de: expect.stringContaining('Seit zwei Tagen') } },
  ])
})
