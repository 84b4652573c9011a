import { expect, test } from 'vitest'
import { findExpiredBackups } from '#core/backup/retention'

const idAt = (moment: Date) => moment.toISOString().replaceAll(/[-:]|\.\d+/g, '')
const nightly = (days: number) =>
  Array.from({ length: days }, (_, index) => idAt(new Date(Date.UTC(2026, 0, 1 + index, 2))))

/** Backups left after nightly backups with removal. */
function keptAfter(days: number): string[] {
  let kept: string[] = []
  for (const id of nightly(days)) {
    kept.push(id)
    const gone = findExpiredBackups(kept)
    kept = kept.filter((each) => !gone.includes(each))
  }
  return kept.map((id) => id.slice(0, 8))
}

test('a single backup stays, and those of a week', () => {
  expect([findExpiredBackups([]), findExpiredBackups(nightly(1)), findExpiredBackups(nightly(7))]).toEqual([[], [], []])
})

test('after two years of nights there are seven days, four weeks and twelve months', () => {
  const kept = keptAfter(730)
  expect(kept.slice(-7)).toEqual(
    nightly(730)
      .slice(-7)
      .map((id) => id.slice(0, 8)),
  )
  expect(new Set(kept.map((day) => day.slice(0, 6))).size).toBe(12)
  expect(kept.length).toBeLessThanOrEqual(7 + 4 + 12)
})

test('of several on one day the last stays', () => {
  const ids = ['20260101T010000Z', '20260101T020000Z', '20260101T030000Z']
  expect(findExpiredBackups(ids)).toEqual(ids.slice(0, 2))
})
