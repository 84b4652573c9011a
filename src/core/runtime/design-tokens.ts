import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { adjustForContrast } from '#core/text/contrast'
import { projectRoot } from './project-root.ts'

/** For light and dark surfaces, as `#rrggbb`. */
export interface ThemeColor {
  light: string
  dark: string
}

const css = readFileSync(join(projectRoot, 'assets', 'design', 'tokens.css'), 'utf8')

/** Reads a value from `assets/design/tokens.css`, for mails and documents, which have no custom properties. */
export function readDesignToken(name: string): string {
  const value = new RegExp(`--${name}:\\s*([^;]+);`).exec(css)?.[1]
  if (value === undefined) throw new Error(`The design has no --${name}.`)
  return value
}

export function readThemeColor(name: string): ThemeColor {
  const [, light, dark] = /^light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)$/.exec(readDesignToken(name)) ?? []
  if (!light || !dark) throw new Error(`--${name} is no pair of plain colours.`)
  return { light, dark }
}

const surfaces = ['raised', 'ground', 'paper', 'on-accent'].map(readThemeColor)

/** Adapts an organization's colour (`#rrggbb`) for text on surfaces and for buttons. */
export const adaptAccentColor = (color: string): ThemeColor => ({
  light: adjustForContrast(color, ...surfaces.map(({ light }) => light)),
  dark: adjustForContrast(color, ...surfaces.map(({ dark }) => dark)),
})
