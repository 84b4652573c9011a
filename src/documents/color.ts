import { type RGB, rgb } from 'pdf-lib'

/** `#0f4a6b` as a colour. */
export function colorOf(hex: string): RGB {
  const [red = 0, green = 0, blue = 0] =
    hex.match(/[0-9a-f]{2}/gi)?.map((part) => Number.parseInt(part, 16) / 255) ?? []
  return rgb(red, green, blue)
}

/** WCAG 2.2: normal text has at least this contrast with what is behind it. */
const readableContrast = 4.5

/** WCAG 2.2, relative luminance. */
function luminanceOf({ red, green, blue }: RGB): number {
  const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

const contrastWithWhite = (color: RGB) => 1.05 / (luminanceOf(color) + 0.05)

/** The colour, or the same hue as much darker as text on white paper needs to be read. */
export function readable(color: RGB): RGB {
  let { red, green, blue } = color
  while (contrastWithWhite(rgb(red, green, blue)) < readableContrast) {
    red *= 0.98
    green *= 0.98
    blue *= 0.98
  }
  return rgb(red, green, blue)
}
