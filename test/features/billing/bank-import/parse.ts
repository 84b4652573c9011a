import { parseStatements } from '#features/billing/bank-import/parse-statements'
import type { Movement, Statement } from '#features/billing/bank-import/statement'

export const read = (text: string | Uint8Array) => parseStatements(typeof text === 'string' ? Buffer.from(text) : text)

export async function statementsOf(text: string | Uint8Array): Promise<Statement[]> {
  const result = await read(text)
  if ('refused' in result) throw new Error(`${result.refused.line}: ${result.refused.text.en}`)
  return result.statements
}

export async function movementsOf(text: string | Uint8Array): Promise<Movement[]> {
  return (await statementsOf(text)).flatMap(({ movements }) => movements)
}

/** Line and text of a refusal. */
export async function refusal(text: string | Uint8Array): Promise<[number | null, string]> {
  const result = await read(text)
  if (!('refused' in result)) throw new Error('It was read.')
  return [result.refused.line, result.refused.text.en]
}

export const message = (...lines: string[]) => [':20:X', ':25:12345678/1234567', ':28C:1/1', ...lines, '-'].join('\r\n')
