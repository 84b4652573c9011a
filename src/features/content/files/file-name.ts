import { toNfc } from '#core/text/characters'

/** The longest name that common file systems take. */
const maxNameBytes = 255

/** Control characters, what breaks a line or has no width, and marks of direction that make `exe.fdp` of `pdf.exe`. */
const invisible = /[\p{Cc}\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu

/** A name as it is kept and offered for a download: without a path, control characters, and dots that hide; blank where nothing is left. */
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
