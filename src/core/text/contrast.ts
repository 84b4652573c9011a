/** WCAG 2.2: minimum contrast of normal text. */
const readableContrast = 4.5

/** Channels of `#0f5673`, from 0 to 1. */
const partsOf = (hex: string) =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as [number, number, number]

/** WCAG 2.2, relative luminance. */
function luminanceOf(hex: string): number {
  const [red, green, blue] = partsOf(hex).map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  ) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** WCAG 2.2: from 1 (equal) to 21 (black and white). Colours are `#rrggbb`. */
export function contrastRatio(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Darkens or lightens the colour until it is readable on all of the backgrounds; the hue stays. */
export function adjustForContrast(color: string, ...grounds: readonly string[]): string {
  const isDark = luminanceOf(grounds[0] ?? '#ffffff') < 0.18
  let parts = partsOf(color)
  for (;;) {
    const hex = `#${parts
      .map((part) =>
        Math.round(part * 255)
          .toString(16)
          .padStart(2, '0'),
      )
      .join('')}`
    const isReadable = grounds.every((ground) => contrastRatio(hex, ground) >= readableContrast)
    if (isReadable || parts.every((part) => part === (isDark ? 1 : 0))) return hex
    parts = parts.map((part) =>
      isDark ? Math.min(1, part + (1 - part) * 0.04 + 0.002) : Math.max(0, part * 0.96 - 0.002),
    ) as typeof parts
  }
}
