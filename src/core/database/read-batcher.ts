import sql, { join, raw } from 'sql-template-tag'
import { type Select, select } from './select.ts'

type Send = <Row>(statement: Select) => Promise<Row[]>

interface Asked {
  statement: Select
  resolve(rows: unknown[]): void
  reject(error: unknown): void
}

/**
 * Reads that are asked for in one turn leave as one statement, each of them a column of it, in JSON: a statement costs more
 * than a few rows do. Their own columns are those that JSON shows as the driver does: texts, numbers, booleans and days.
 */
export class ReadBatcher {
  readonly #send: Send
  #asked: Asked[] = []

  constructor(send: Send) {
    this.#send = send
  }

  /** The rows of one of them. */
  query<Row>(statement: Select): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      this.#asked.push({ statement, resolve: resolve as Asked['resolve'], reject })
      // As a batch of a loader: after all promises that wait now, and what they ask for in turn.
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
