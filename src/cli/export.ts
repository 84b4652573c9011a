import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Pool } from 'pg'
import { operator } from '#core/access/issue-token'
import { operateAsSystem } from '#core/operation/operation'
import type { Language } from '#core/text/language'
import {
  type AccountingFormat,
  beginExport,
  countDocuments,
  exportName,
  prepareExport,
} from '#features/billing/accounting/export-accounting'
import { createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { createLog } from '../core/runtime/log.ts'
import { findOrganization, readableError } from './command-line.ts'
import { progress } from './progress.ts'

interface ExportOptions {
  org?: string
  from: string
  to: string
  format: AccountingFormat
  out?: string
  language: Language
}

/** Writes the books of a period; the file is there once it is whole. */
export async function exportBooks(
  system: Pool,
  databaseUrl: string,
  { org, out, language, ...wanted }: ExportOptions,
): Promise<{ file: string; bytes: number; files: number }> {
  const organizationId = await findOrganization(system, org)
  const app = await createApp({ config: readConfig(process.env), databaseUrl, log: createLog('error') })
  const file = out ?? exportName(wanted)
  const partial = `${file}.part`
  let bytes = 0
  let files = 0
  try {
    const prepared = await operateAsSystem(
      app.services,
      organizationId,
      (context) => prepareExport(context, wanted),
      operator,
    )
    const shown = showing(await countDocuments(app.services, prepared))
    const zip = await beginExport(app.services, { ...prepared, language }, (name) => {
      files += 1
      shown.file(name)
    })
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        bytes += chunk.length
        done(null, chunk)
      },
    })
    await pipeline(zip, counted, createWriteStream(partial))
    await rename(partial, file)
    shown.end()
    return { file, bytes, files }
  } catch (error) {
    await rm(partial, { force: true })
    throw readableError(error)
  } finally {
    await app.close()
  }
}

/** Shows table by table, and how many of the archived documents are through. */
function showing(documents: number) {
  const { show, end } = progress(process.stderr)
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
