import sharp from 'sharp'

/** A logo of two shapes, as PNG. It comes of no SVG: what draws previews in the same process reads none. */
export const drawnLogo = (color: string) => {
  const shape = (width: number, height: number, left: number, top: number) => ({
    input: { create: { width, height, channels: 4 as const, background: color } },
    left,
    top,
  })
  return sharp({ create: { width: 240, height: 80, channels: 4, background: '#00000000' } })
    .composite([shape(48, 48, 16, 16), shape(148, 20, 84, 30)])
    .png()
    .toBuffer()
}
