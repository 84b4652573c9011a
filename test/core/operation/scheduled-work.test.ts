import { expect, test } from 'vitest'
import { runScheduledWork } from '#core/operation/scheduled-work'
import { house, openHouse } from '../../harness/house.ts'

const at = house()

test('serves organizations in rotation, each in its order, whatever is left or fails', async () => {
  const [a, b, c] = [
    at.organizationId,
    (await openHouse(at.app)).organizationId,
    (await openHouse(at.app)).organizationId,
  ]
  const pieces = [
    { organizationId: a, name: 'a1', times: 2 },
    { organizationId: a, name: 'a2', times: 1 },
    { organizationId: a, name: 'a3', times: 1 },
    { organizationId: b, name: 'b1', times: 0 },
    { organizationId: b, name: 'b2', times: 1 },
    { organizationId: c, name: 'c1', times: 1 },
  ]
  const done: string[] = []
  await runScheduledWork(at.app.services, 'turns', pieces, async ({ organizationId }, piece) => {
    expect(organizationId).toBe(piece.organizationId)
    done.push(piece.name)
    if (!piece.times) throw new Error('fails')
    piece.times -= 1
    return piece.times > 0
  })
  expect(done).toEqual(['a1', 'b1', 'c1', 'a1', 'b2', 'a2', 'a3'])
})
