import { toNfc } from '#core/text/characters'

/** The limit of common file systems. */
const maxNameBytes = 255

/** Control characters, line breaks, zero-width characters, and direction marks that turn `pdf.exe` into `exe.fdp`. */
const invisible = /[\p{Cc}\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu

/** Removes paths, control characters and leading dots; empty if nothing is left. */
export function sanitizeFileName(given: string): string {
  const name = toNfc(given.toWellFormed())
    .replaceAll(invisible, '')
    .replaceAll(/[/\\]/g, '_')
    .replaceAll(/^[.\s]+|(?<![.\s])[.\s]+$/g, '')
  const letters = Array.from(name)
  if (letters.length <= maxNameBytes) return name
  const ending = Array.from(/\.\w{1,10}$/.exec(name)?.[0] ?? '')
  return [...letters.slice(0, maxNameBytes - ending.length), ...ending].join('')
}
