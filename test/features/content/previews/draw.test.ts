import { PDFDocument, rgb } from 'pdf-lib'
import { describe, expect, test } from 'vitest'
import { renderPreviews } from '#features/content/previews/render-previews'
import { encryptedPdf, pdf, photograph, png, seen, svg } from './samples.ts'

const drawn = async (bytes: Buffer | string, type: string) => {
  const answer = await renderPreviews(Buffer.from(bytes), type)
  if (!answer) return null
  const packed = Buffer.from(answer)
  const end = 4 + packed.readUInt32BE()
  return { small: await seen(packed.subarray(4, end)), large: await seen(packed.subarray(end)) }
}

describe('a preview', () => {
  test('is held as the picture is, small and large, and tells nothing but what is seen', async () => {
    const bytes = await photograph()
    expect((await seen(bytes)).told).not.toEqual([])
    expect(bytes.includes('GPSLatitude')).toBe(true)
    const shown = await drawn(bytes, 'image/jpeg')
    expect(shown).toMatchObject({
      small: { format: 'webp', width: 107, height: 160, told: [] },
      large: { format: 'webp', width: 800, height: 1200, told: [] },
    })
    for (const one of [shown?.small, shown?.large])
      expect([one?.at(0.5, 0.1), one?.at(0.5, 0.9)]).toEqual(['red', 'blue'])
  })

  test('of a PDF is its first page, however large that is', async () => {
    for (const [width, height] of [
      [595, 842],
      [14_400, 14_400],
      [14_400, 100],
      [3, 3],
    ] as const) {
      const shown = await drawn(await pdf(width, height), 'application/pdf')
      expect(Math.max(shown?.large.width ?? 0, shown?.large.height ?? 0), `${width}`).toBe(width === 3 ? 12 : 1200)
      expect([shown?.large.at(0.5, 0.1), shown?.large.at(0.5, 0.9)], `${width}`).toEqual(['green', 'white'])
    }
  })

  test('of a PDF shows what is filled into it', async () => {
    const document = await PDFDocument.create()
    const page = document.addPage([200, 300])
    const field = document.getForm().createTextField('amount')
    field.addToPage(page, { x: 0, y: 0, width: 200, height: 300, backgroundColor: rgb(1, 0, 0) })
    const shown = await drawn(Buffer.from(await document.save()), 'application/pdf')
    expect(shown?.large.at(0.5, 0.5)).toBe('red')
  })

  test('is of a picture that is as it is: a small one is not made larger', async () => {
    expect(await drawn(png(10_000, 9_000), 'image/png')).toMatchObject({ large: { width: 1200, height: 1080 } })
    expect(await drawn(png(20, 10), 'image/png')).toMatchObject({ small: { width: 20 }, large: { width: 20 } })
  })

  test('there is none of what is broken, too large, locked, or not what its type says', async () => {
    const whole = await photograph()
    const locked = await encryptedPdf()
    expect(locked.includes('/Encrypt')).toBe(true)
    for (const [what, bytes, type] of [
      ['cut off', whole.subarray(0, whole.length / 2), 'image/jpeg'],
      ['a beginning alone', Buffer.from('\xff\xd8\xff\xe0', 'latin1'), 'image/jpeg'],
      ['too many pixels', png(30_000, 30_000), 'image/png'],
      ['too long', png(1, 2_000_000), 'image/png'],
      ['locked', locked, 'application/pdf'],
      ['a PDF of nothing', '%PDF-1.7\n%%EOF', 'application/pdf'],
      ['a page that refers to itself', loop, 'application/pdf'],
      ['SVG', svg, 'image/png'],
      ['SVG as PDF', svg, 'application/pdf'],
      ['a PDF as a picture', await pdf(100, 100), 'image/png'],
      ['nothing', '', 'image/webp'],
    ] as const)
      expect(await renderPreviews(Buffer.from(bytes), type), what).toBeNull()
  })
})

/** Its pages are its pages. */
const loop = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[2 0 R]/Count 1>>endobj
trailer<</Root 1 0 R>>
%%EOF`
