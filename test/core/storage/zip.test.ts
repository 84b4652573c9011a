import { execFileSync } from 'node:child_process'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { createZip, type ZipFile } from '#core/storage/zip'
import { unzip } from '../../harness/unzip.ts'

// Reads a ZIP with other programs.

const at = new Date('2026-03-04T05:06:08Z')
const text = (size: number) => Buffer.from('Größe;'.repeat(size))

async function* files(count: number): AsyncGenerator<ZipFile> {
  async function* parts() {
    yield text(10_000)
    yield text(1)
  }
  yield { name: 'Übersicht.csv', content: parts() }
  async function* nothing() {}
  yield { name: 'leer.csv', content: nothing() }
  yield { name: 'gepackt.bin', content: parts(), isCompressed: true }
  yield { name: 'Ordner/', content: nothing(), at: new Date('2025-01-02T03:04:06Z') }
  for (let number = 0; number < count; number++)
    yield { name: `dokumente/${number}.pdf`, content: Buffer.from([number & 255]), isCompressed: number % 2 === 0 }
}

test('contains each file unchanged, with a known size or not', async () => {
  const found = unzip(await buffer(createZip(files(2), at)))
  expect(
    [...found].map(([name, bytes]) => [
      name,
      bytes.equals(
        name.endsWith('pdf')
          ? Buffer.from([Number(name.at(10))])
          : name === 'leer.csv' || name === 'Ordner/'
            ? text(0)
            : Buffer.concat([text(10_000), text(1)]),
      ),
    ]),
  ).toEqual(
    ['Übersicht.csv', 'leer.csv', 'gepackt.bin', 'Ordner/', 'dokumente/0.pdf', 'dokumente/1.pdf'].map((name) => [
      name,
      true,
    ]),
  )
})

// Writes and reads 70,000 files.
test('with more files than 16 bits count is valid for other programs', { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-zip-'))
  try {
    const path = join(folder, 'many.zip')
    await pipeline(createZip(files(70_000), at), createWriteStream(path))
    const script = `import sys, zipfile
zip = zipfile.ZipFile(sys.argv[1])
print(len(zip.namelist()), zip.testzip(), zip.infolist()[0].filename, zip.infolist()[0].date_time, zip.namelist()[-1])
print(zip.infolist()[3].is_dir(), zip.infolist()[3].date_time)`
    expect(String(execFileSync('python3', ['-c', script, path])).trim()).toBe(
      '70004 None Übersicht.csv (2026, 3, 4, 6, 6, 8) dokumente/69999.pdf\nTrue (2025, 1, 2, 4, 4, 6)',
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('has modification times in German local time, and as instants', async () => {
  async function* one(): AsyncGenerator<ZipFile> {
    yield { name: 'a', content: text(1), at: new Date('2026-07-31T22:30:10Z') }
  }
  const bytes = await buffer(createZip(one(), at))
  const [time, day, name, extra] = [10, 12, 26, 28].map((offset) => bytes.readUInt16LE(offset)) as [
    number,
    number,
    number,
    number,
  ]
  expect([time >> 11, (time >> 5) & 63, (time & 31) * 2]).toEqual([0, 30, 10])
  expect([1980 + (day >> 9), (day >> 5) & 15, day & 31]).toEqual([2026, 8, 1])
  const field = bytes.subarray(30 + name, 30 + name + extra)
  expect([field.readUInt16LE(0), field[4], field.readUInt32LE(5)]).toEqual([
    0x5455,
    1,
    Date.parse('2026-07-31T22:30:10Z') / 1000,
  ])
})

test('ends if a file cannot be read, and stops if nobody reads', async () => {
  async function* broken(): AsyncGenerator<ZipFile> {
    yield {
      name: 'a',
      content: (async function* () {
        yield text(1)
        throw new Error('gone')
      })(),
    }
  }
  await expect(buffer(createZip(broken(), at))).rejects.toThrow('gone')
  let made = 0
  let ended = false
  async function* counted(): AsyncGenerator<ZipFile> {
    try {
      for await (const file of files(1000)) {
        made += 1
        yield file
      }
    } finally {
      ended = true
    }
  }
  for await (const _ of createZip(counted(), at)) break
  await expect.poll(() => ended).toBe(true)
  expect(made).toBeLessThan(1000)
})
