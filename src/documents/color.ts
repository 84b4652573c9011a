import { type RGB, rgb } from 'pdf-lib'
import { adjustForContrast } from '#core/text/contrast'

/** Parses `#rrggbb`. */
export function parseHexColor(hex: string): RGB {
  const [red = 0, green = 0, blue = 0] =
    hex.match(/[0-9a-f]{2}/gi)?.map((part) => Number.parseInt(part, 16) / 255) ?? []
  return rgb(red, green, blue)
}

/** Darkens the colour until text in it is readable on white paper; the hue stays. */
export const toReadableColor = (hex: string): RGB => parseHexColor(adjustForContrast(hex, '#ffffff'))
