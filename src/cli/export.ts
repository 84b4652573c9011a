import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Pool } from 'pg'
import { commandLineActor } from '#core/access/issue-token-by-command'
import { operateAsSystem } from '#core/operation/operation'
import type { Language } from '#core/text/language'
import {
  type AccountingFormat,
  countArchivedFiles,
  exportFileName,
  prepareExport,
  startExport,
} from '#features/billing/accounting/export-accounting'
import { findOrganization } from './command-line.ts'
import { createProgressLine } from './progress.ts'
import { withApp } from './with-app.ts'

interface ExportOptions {
  org?: string
  from: string
  to: string
  format: AccountingFormat
  out?: string
  language: Language
}

/** Exports the books of a period; the file appears when complete. */
export async function exportBooks(
  system: Pool,
  databaseUrl: string,
  { org, out, language, ...wanted }: ExportOptions,
): Promise<{ file: string; bytes: number; files: number }> {
  const organizationId = await findOrganization(system, org)
  const file = out ?? exportFileName(wanted)
  const partial = `${file}.part`
  let files = 0
  return withApp(databaseUrl, async ({ services }) => {
    try {
      const prepared = await operateAsSystem(
        services,
        organizationId,
        (context) => prepareExport(context, wanted),
        commandLineActor,
      )
      const shown = showing(await countArchivedFiles(services, prepared))
      const zip = await startExport(services, { ...prepared, language }, (name) => {
        files += 1
        shown.file(name)
      })
      const target = createWriteStream(partial)
      await pipeline(zip, target)
      await rename(partial, file)
      shown.end()
      return { file, bytes: target.bytesWritten, files }
    } finally {
      await rm(partial, { force: true })
    }
  })
}

/** Shows progress by table and archived document. */
function showing(documents: number) {
  const { show, end } = createProgressLine(process.stderr)
  let part = ''
  let done = 0
  return {
    file(name: string) {
      const [next = ''] = name.split('/')
      if (part && next !== part) end(part)
      done = next === part ? done + 1 : 1
      part = next
      show(part, done, next === name ? 1 : documents)
    },
    end: () => end(part),
  }
}
