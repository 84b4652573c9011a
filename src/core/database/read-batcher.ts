import sql, { join, raw } from 'sql-template-tag'
import { type Select, select } from './select.ts'

type Send = <Row>(statement: Select) => Promise<Row[]>

interface Asked {
  statement: Select
  resolve(rows: unknown[]): void
  reject(error: unknown): void
}

/**
 * Combines the reads of one turn into a single statement with a JSON column each, as a statement costs more than a few rows. Columns
 * must be the same in JSON as by the driver: text, numbers, booleans and dates.
 */
export class ReadBatcher {
  readonly #send: Send
  #asked: Asked[] = []

  constructor(send: Send) {
    this.#send = send
  }

  query<Row>(statement: Select): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      this.#asked.push({ statement, resolve: resolve as Asked['resolve'], reject })
      // Like a DataLoader batch: after all pending promises and their follow-ups.
      if (this.#asked.length === 1) queueMicrotask(() => process.nextTick(() => this.#sendAll()))
    })
  }

  async #sendAll() {
    const asked = this.#asked
    this.#asked = []
    try {
      const rows = await this.#rowsOf(asked.map(({ statement }) => statement))
      for (const [index, { resolve }] of asked.entries()) resolve(rows[index] ?? [])
    } catch (error) {
      for (const { reject } of asked) reject(error)
    }
  }

  async #rowsOf(statements: readonly Select[]): Promise<readonly unknown[][]> {
    const [only, ...others] = statements
    if (only && !others.length) return [await this.#send(only)]
    const tables = statements.map(
      (statement, index) =>
        sql`(select coalesce(json_agg(r), '[]') as rows from (${statement}) r) ${raw(`read${index}`)}`,
    )
    const columns = statements.map((_, index) => `read${index}.rows as "${index}"`)
    const [row] = await this.#send<Record<string, unknown[]>>(
      select`${raw(columns.join(', '))} from ${join(tables, ' cross join ')}`,
    )
    return statements.map((_, index) => row?.[index] ?? [])
  }
}
