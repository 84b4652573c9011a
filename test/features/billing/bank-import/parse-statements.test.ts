import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { createZip, type ZipFile } from '#core/storage/zip'
import { movementsOf, refusal, statementsOf } from './parse.ts'
import { camt, mt940 } from './samples.ts'

describe('a ZIP', () => {
  const zip = (...files: [name: string, content: string | Uint8Array][]) => {
    async function* each(): AsyncGenerator<ZipFile> {
      for (const [name, content] of files) yield { name, content: Buffer.from(content) }
    }
    return buffer(createZip(each(), new Date()))
  }

  test('is read file by file, sorted by name', async () => {
    const file = await zip(
      ['2026-03-02.xml', camt({ cents: 200, purpose: 'zwei' })],
      ['__MACOSX/._2026-03-01.xml', 'x'],
      ['2026-03-01.xml', camt({ cents: 100, purpose: 'eins' }, { cents: 50 })],
    )
    expect((await statementsOf(file)).map(({ movements }) => movements.map(({ amountCents }) => amountCents))).toEqual([
      [100, 50],
      [200],
    ])
    expect(await movementsOf(await zip(['a.sta', mt940({ cents: 700 })]))).toMatchObject([{ amountCents: 700 }])
  })

  test('is refused with file and reason, or if it is too large', async () => {
    const good = camt({ cents: 100 })
    for (const [file, words] of [
      [await zip(), /no file/],
      [await zip(['a.xml', good], ['b.pdf', '%PDF']), /^b\.pdf: neither camt nor MT940/],
      [await zip(['a.xml', good], ['b.xml', good.replace('</', '<')]), /^b\.xml, line \d+/],
      [await zip(['a.xml', good], ['b.sta', mt940({ cents: 1 })]), /camt\.053 and mt940/],
      [await zip(['inner.zip', await zip(['a.xml', good])]), /^inner\.zip: neither camt/],
      [
        await zip(['a.xml', Buffer.alloc(15_000_000)], ['b.xml', Buffer.alloc(15_000_000)]),
        /more than 500 files or 20 MB/,
      ],
      [
        await zip(...Array.from({ length: 501 }, (_, index) => [`${index}.xml`, ''] as [string, string])),
        /more than 500/,
      ],
      [(await zip(['a.xml', good])).subarray(0, -30), /damaged/],
    ] as const)
      expect((await refusal(file))[1]).toMatch(words)
  })

  test('is not unpacked beyond its declared size', async () => {
    const bomb = await zip(['a.xml', Buffer.alloc(100_000_000)])
    const entry = bomb.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1'))
    bomb.writeUInt32LE(100, entry + 24)
    const before = process.memoryUsage.rss()
    expect((await refusal(bomb))[1]).toMatch(/damaged/)
    expect(process.memoryUsage.rss() - before).toBeLessThan(50e6)
  })
})
