import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createZip } from '#core/storage/zip'
import { type House, openHouse, startApp } from '../../../harness/house.ts'
import { upload } from './upload.ts'

let at: House
let stop: () => Promise<void>
beforeAll(async () => {
  const started = await startApp({ env: { STORAGE_QUOTA_BYTES: '10000' } })
  stop = started.stop
  at = await openHouse(started.app)
})
afterAll(() => stop())

const board = (bytes: number) => at.owner.rest('POST', '/whiteboards', { title: 'x', scene: 'a'.repeat(bytes - 2) })
const file = (bytes: number) => upload(at, 'owner', { file: [Buffer.alloc(bytes, 'a'), 'a.txt'] })

describe('what an organization may store', () => {
  test('counts files and scenes together, and what goes makes room', async () => {
    const first = await file(6000)
    expect(first.status).toBe(201)
    const scene = await board(3000)
    expect(scene.status).toBe(201)
    for (const refused of [await file(1001), await board(1001)]) {
      expect([refused.status, refused.body.error]).toEqual([413, 'payload_too_large'])
      expect(refused.body.message).toContain('9000')
      expect(refused.body.message).toContain('10000')
    }
    expect((await at.owner.rest('PUT', `/whiteboards/${scene.body.id}`, { scene: 'a'.repeat(3998) })).status).toBe(200)
    expect((await at.owner.rest('PUT', `/whiteboards/${scene.body.id}`, { scene: 'a'.repeat(3999) })).status).toBe(413)
    expect((await at.owner.rest('PUT', `/whiteboards/${scene.body.id}`, { title: 'y' })).status).toBe(200)
    expect((await at.owner.rest('DELETE', `/storage/files/${first.body.id}`)).status).toBe(204)
    expect((await file(6000)).status).toBe(201)
  })

  test('is not exceeded by an import either', async () => {
    const own = await openHouse(at.app)
    const files = ['![](a.bin)', Buffer.alloc(10_001, 'a')].map((content, index) => ({
      name: ['a.md', 'a.bin'][index] as string,
      content: Buffer.from(content as string),
    }))
    const zip = await buffer(createZip(Readable.from(files), new Date('2026-11-01')))
    const refused = await upload(own, 'owner', { file: [zip, 'a.zip'] }, {}, '/pages/import')
    expect([refused.status, refused.body.error]).toEqual([413, 'payload_too_large'])
    expect((await own.owner.rest('GET', '/pages')).body.total).toBe(0)
  })

  test('is not exceeded by many at once', async () => {
    const own = await openHouse(at.app)
    const all = await Promise.all(
      Array.from({ length: 8 }, () => upload(own, 'owner', { file: [Buffer.alloc(3000, 'a'), 'a.txt'] })),
    )
    expect(all.filter(({ status }) => status === 201)).toHaveLength(3)
  })
})
