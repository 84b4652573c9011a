import { describe, expect, test } from 'vitest'
import { PdfCanvas } from '#documents/pdf-canvas'

const sheetIn = (accentColor: string | null) => PdfCanvas.create({ language: 'de', accentColor, text: '' }, () => {})

/** WCAG 2.2, contrast ratio of a colour with white. */
function contrast({ red, green, blue }: { red: number; green: number; blue: number }) {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  )
  return 1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05)
}

describe('the accent colour', () => {
  test.each(['#ffff00', '#ffffff', '#00ff00', '#ff0000', '#ffa500', '#d0e0f0'])(
    '%s is darkened for text alone',
    async (hex) => {
      const { accent, accentText } = await sheetIn(hex)
      const part = (from: number) => Number.parseInt(hex.slice(from, from + 2), 16) / 255
      expect(accent).toMatchObject({ red: part(1), green: part(3), blue: part(5) })
      expect(contrast(accentText)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(accentText)).toBeLessThan(5)
    },
  )

  test.each([null, '#8a1c3b', '#000000'])('%s is dark enough as it is', async (hex) => {
    const { accent, accentText } = await sheetIn(hex)
    expect(accentText).toEqual(accent)
  })
})
