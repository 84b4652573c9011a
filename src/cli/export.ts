import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Pool } from 'pg'
import { operateAsSystem } from '#core/operation/operation'
import type { Language } from '#core/text/language'
import {
  type AccountingFormat,
  beginExport,
  exportName,
  prepareExport,
} from '#features/billing/accounting/export-accounting'
import { createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { Problem } from '../core/errors/problem.ts'
import { createLog } from '../core/runtime/log.ts'

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
  const organizationId = org ?? (await onlyOne(system))
  const app = await createApp({ config: readConfig(process.env), databaseUrl, log: createLog('error') })
  const file = out ?? exportName(wanted)
  const partial = `${file}.part`
  let bytes = 0
  let files = 0
  let name = ''
  const terminal = process.stderr.isTTY
  const show = () =>
    terminal &&
    process.stderr.write(
      `\r${String(files).padStart(7)} files ${(bytes / 1e6).toFixed(1).padStart(8)} MB  ${name.padEnd(50).slice(0, 50)}`,
    )
  try {
    const prepared = await operateAsSystem(app.services, organizationId, (context) => prepareExport(context, wanted), {
      type: 'system',
      id: null,
      name: 'kontor',
    })
    const zip = await beginExport(app.services, { ...prepared, language }, (next) => {
      files += 1
      name = next
      if (!terminal && (files <= 20 || files % 1000 === 0)) process.stderr.write(`${next}\n`)
      show()
    })
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        bytes += chunk.length
        done(null, chunk)
      },
    })
    await pipeline(zip, counted, createWriteStream(partial))
    await rename(partial, file)
    if (terminal) process.stderr.write('\n')
    return { file, bytes, files }
  } catch (error) {
    await rm(partial, { force: true })
    throw error instanceof Problem ? new Error(error.text.en.replace('{field}', error.field ?? '')) : error
  } finally {
    await app.close()
  }
}

async function onlyOne(system: Pool): Promise<string> {
  const { rows } = await system.query<{ id: string }>('select id from organizations order by id limit 2')
  if (!rows[0]) throw new Error('There is no organization.')
  if (rows.length > 1) throw new Error('There are several organizations: say which with --org.')
  return rows[0].id
}
