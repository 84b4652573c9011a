import { PDFDocument } from 'pdf-lib'
import { describe, expect, test } from 'vitest'
import { decodeImage } from '#documents/image'
import { decodePng } from '#documents/png'
import { deepPng, jpeg, noisyPng, png, smallPng, twoHeaders } from './pictures.ts'

describe('a picture', () => {
  test('is a PNG with its opacity as a mask', async () => {
    const picture = await decodeImage(png(40, 20))
    expect(picture).toMatchObject({ width: 40, height: 20 })
    const document = await PDFDocument.create()
    if (picture) document.addPage().node.newXObject('Image', picture.embed(document.context))
    const objects = document.context.enumerateIndirectObjects().map(([, object]) => String(object))
    expect(objects.filter((text) => text.includes('/Subtype /Image'))).toHaveLength(2)
    expect(objects.join()).toMatch(/\/SMask \d+ 0 R/)
  })

  test('is a JPEG in grey or RGB, wherever its bytes lie in memory', async () => {
    expect(await decodeImage(jpeg(3))).toMatchObject({ width: 80, height: 60 })
    const within = Buffer.concat([Buffer.alloc(7), jpeg(1)])
    expect(await decodeImage(within.subarray(7))).toMatchObject({ width: 80, height: 60 })
  })

  test.each([
    ['in CMYK, for which PDF/A wants a profile', jpeg(4)],
    ['of 12 bits', jpeg(3, 12)],
    ['cut off before its end', jpeg(3).subarray(0, -2)],
    ['with a chunk longer than its bytes', png(40, 20).fill(0x7f, 8, 12)],
    ['of more pixels than its bytes say', png(20_000, 20_000 / 4)],
    ['of one column, each pixel in a row of its own', deepPng(1, 10_001)],
    ['of more than 2 MiB', Buffer.concat([jpeg(3), Buffer.alloc(2 * 1024 * 1024)])],
    ['that is text', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['with a second header, which says it were 480 megapixels', twoHeaders],
    ['of nothing', Buffer.alloc(0)],
  ])('is nothing %s', async (_name, bytes) => {
    expect(await decodeImage(bytes)).toBeNull()
  })

  test('is nothing cut off anywhere: the decoder would go round for ever', async () => {
    const whole = png(40, 20)
    for (let length = 0; length < whole.length; length++)
      expect(await decodeImage(whole.subarray(0, length))).toBeNull()
  })

  test('is nothing with data that ends before the picture does, in chunks that are whole', async () => {
    const [tall, low] = [png(40, 20), png(40, 10)]
    const header = tall.subarray(0, 33)
    expect(await decodeImage(Buffer.concat([header, low.subarray(33)]))).toBeNull()
  })

  test('has the pixels that its bytes say, in every depth', () => {
    const most = { pixels: 2, side: 2 }
    for (const interlaced of [false, true])
      for (const depth of [1, 2, 4]) {
        const grey = 255 / (2 ** depth - 1)
        expect([...(decodePng(smallPng(depth, 0, interlaced), most)?.colours ?? [])]).toEqual([
          0,
          0,
          0,
          grey,
          grey,
          grey,
        ])
        expect([...(decodePng(smallPng(depth, 3, interlaced), most)?.colours ?? [])]).toEqual([10, 20, 30, 40, 50, 60])
      }
    expect(decodePng(png(2, 1), most)).toEqual({
      width: 2,
      height: 1,
      colours: new Uint8Array(6).fill(0x80),
      opacity: new Uint8Array(2).fill(0x80),
    })
  })

  test('is decoded with as many pixels as are let in, of 16 bits or of noise', async () => {
    expect(await decodeImage(deepPng(2000, 2000))).toMatchObject({ width: 2000 })
    expect(await decodeImage(noisyPng(1900, 1000))).toMatchObject({ width: 1900 })
  })

  test('is decoded once', async () => {
    expect(await decodeImage(png(41, 20))).toBe(await decodeImage(png(41, 20)))
  })
})
