// Writes assets/fonts/coverage.json, the characters that each font covers. Run it after replacing a font.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fontkit from '@pdf-lib/fontkit'
import { projectRoot } from '#core/runtime/project-root'
import { baseFont, fallbackFonts } from '#documents/font-coverage'

/** Encodes ranges as differences between their ends, in base 36. */
export function encodeRanges(sorted: readonly number[]): string {
  const ends: number[] = []
  for (const [index, codePoint] of sorted.entries()) {
    if (codePoint - 1 !== sorted[index - 1]) ends.push(codePoint)
    if (codePoint + 1 !== sorted[index + 1]) ends.push(codePoint + 1)
  }
  return ends.map((end, index) => (end - (ends[index - 1] ?? 0)).toString(36)).join(' ')
}

/** The characters that a font has glyphs for, as coverage.json keeps them. */
export function readCoverage(face: string): string {
  const font = fontkit.create(readFileSync(join(projectRoot, 'assets', 'fonts', face)))
  return encodeRanges([...new Set(font.characterSet)].sort((a, b) => a - b))
}

if (process.argv[1]?.endsWith('font-coverage.ts')) {
  const told = Object.fromEntries([baseFont, ...fallbackFonts].map((face) => [face, readCoverage(face)]))
  writeFileSync(join(projectRoot, 'assets', 'fonts', 'coverage.json'), `${JSON.stringify(told, null, 2)}\n`)
}
