import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Whether a program of this machine is there. */
export const has = (program: string) => spawnSync(program, ['--version']).error === undefined

/** What poppler's pdfsig says of a PDF. */
export function pdfsig(pdf: Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-pdfsig-'))
  try {
    const file = join(folder, 'document.pdf')
    writeFileSync(file, pdf)
    // The certificates that a user trusts are not asked for: what is self-made is in none of them.
    return execFileSync('pdfsig', ['-nocert', file], { encoding: 'utf8', env: { ...process.env, HOME: folder } })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
