import { type RGB, rgb } from 'pdf-lib'
import { readableOn } from '#core/text/contrast'

/** `#0f5673` as a colour. */
export function parseHexColor(hex: string): RGB {
  const [red = 0, green = 0, blue = 0] =
    hex.match(/[0-9a-f]{2}/gi)?.map((part) => Number.parseInt(part, 16) / 255) ?? []
  return rgb(red, green, blue)
}

/** The colour, or the same hue as much darker as text on white paper needs to be read. */
export const toReadableColor = (hex: string): RGB => parseHexColor(readableOn(hex, '#ffffff'))
