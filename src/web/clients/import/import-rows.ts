import { ClientImportPreviewDocument, type ImportClientInput, ImportClientsDocument } from '#schema/web/graphql'
import { fetchGraphql, type Problem } from '../../graphql/fetch-graphql.ts'

/** The result of checking or importing a row. */
export type RowResult =
  | { is: 'fresh' | 'imported' }
  | { is: 'known'; clientId: string }
  /** Error messages by field. */
  | { is: 'wrong'; fields: Readonly<Record<string, string>> }

const maxRowsPerRequest = 100

type Rows = readonly (readonly [index: number, client: ImportClientInput])[]

/** Sends rows in batches, one after the other. Stops at the first batch that is refused as a whole. */
async function sendInBatches(
  rows: Rows,
  send: (batch: Rows) => Promise<{ results: ReadonlyMap<number, RowResult>; problem?: Problem | undefined }>,
  onResults: (results: ReadonlyMap<number, RowResult>) => void,
): Promise<Problem | undefined> {
  for (let from = 0; from < rows.length; from += maxRowsPerRequest) {
    const { results, problem } = await send(rows.slice(from, from + maxRowsPerRequest))
    onResults(results)
    if (problem) return problem
  }
  return undefined
}

const rowFieldPattern = /^clients\.(\d+)\.?(.*)$/

/** Errors of single rows, by their index in the request. */
function parseRowErrors({ paths = {} }: Problem): Map<number, Record<string, string>> {
  const found = new Map<number, Record<string, string>>()
  for (const [path, message] of Object.entries(paths)) {
    const [, at, field = ''] = rowFieldPattern.exec(path) ?? []
    if (at !== undefined) found.set(Number(at), { ...found.get(Number(at)), [field]: message })
  }
  return found
}

/** Repeats the request without the refused rows until all errors are known. */
async function checkBatch(batch: Rows) {
  const results = new Map<number, RowResult>()
  for (let rows = batch; rows.length > 0; ) {
    const { data, problem } = await fetchGraphql(ClientImportPreviewDocument, {
      input: { clients: rows.map(([, one]) => one) },
    })
    if (data?.clientImportPreview) {
      const known = new Map(data.clientImportPreview.known.map(({ index, clientId }) => [index, clientId]))
      for (const [at, [index]] of rows.entries()) {
        const clientId = known.get(at)
        results.set(index, clientId ? { is: 'known', clientId } : { is: 'fresh' })
      }
      break
    }
    const errors = problem ? parseRowErrors(problem) : new Map<number, Record<string, string>>()
    if (errors.size === 0) return { results, problem }
    for (const [at, fields] of errors) results.set(rows[at]?.[0] ?? -1, { is: 'wrong', fields })
    rows = rows.filter((_, at) => !errors.has(at))
  }
  return { results }
}

/** Checks rows without saving anything. */
export const checkRows = (rows: Rows, onResults: (results: ReadonlyMap<number, RowResult>) => void) =>
  sendInBatches(rows, checkBatch, onResults)

/** Creates the clients of these rows. */
export const importRows = (rows: Rows, onResults: (results: ReadonlyMap<number, RowResult>) => void) =>
  sendInBatches(
    rows,
    async (batch) => {
      const { data, problem } = await fetchGraphql(ImportClientsDocument, {
        input: { clients: batch.map(([, one]) => one) },
      })
      if (!data) return { results: new Map(), problem }
      const known = new Map(data.importClients.known.map(({ index, clientId }) => [index, clientId]))
      return {
        results: new Map(
          batch.map(([index], at): [number, RowResult] => {
            const clientId = known.get(at)
            return [index, clientId ? { is: 'known', clientId } : { is: 'imported' }]
          }),
        ),
      }
    },
    onResults,
  )
