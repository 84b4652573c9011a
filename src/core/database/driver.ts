import { type Configuration, type Constructor, isRaw, type QueryResult, raw } from '@mikro-orm/core'
import {
  AbstractSqlDriver,
  EntityManager,
  MikroORM,
  PostgreSqlConnection,
  PostgreSqlPlatform,
} from '@mikro-orm/postgresql'
import type { Statement } from './connection.ts'
import type { Executor } from './transaction.ts'

/** MikroORM driver that uses the operation's transaction: named prepared statements, and writes whose unused results are not awaited. */
export class OperationDriver extends AbstractSqlDriver<PostgreSqlConnection> {
  constructor(config: Configuration) {
    super(config, new PostgreSqlPlatform(), OperationConnection, ['pg'])
  }

  override createEntityManager(useContext?: boolean) {
    return new EntityManager(this.config, this as never, this.metadata, useContext) as never
  }

  override getORMClass(): Constructor<MikroORM> {
    return MikroORM
  }
}

class OperationConnection extends PostgreSqlConnection {
  override async execute<Result extends QueryResult | object | object[]>(
    query: Parameters<PostgreSqlConnection['execute']>[0],
    parameters?: Parameters<PostgreSqlConnection['execute']>[1],
    method: 'all' | 'get' | 'run' = 'all',
    transaction?: unknown,
  ): Promise<Result> {
    if (!transaction)
      throw new Error('An entity manager works inside an operation, which begins and ends the transaction.')
    const written = typeof query === 'string' ? raw(query, parameters) : isRaw(query) ? query : query.toRaw()
    const statement = this.numbered(written)
    const executor = transaction as Executor
    if (method === 'run' && !statement.text.includes(' returning ')) {
      executor.write(statement)
      return this.transformRawResult({ rows: [] }, method)
    }
    return this.transformRawResult({ rows: await executor.read(statement) }, method)
  }

  /** Converts to numbered placeholders; inlines lists and raw SQL. */
  private numbered({ sql, params }: { sql: string; params: unknown[] }): Statement {
    const plain = !params.some((value) => Array.isArray(value) || isRaw(value)) && !/\?\?|\\\?/.test(sql)
    if (!plain) return { text: this.platform.formatQuery(sql, params), values: [] }
    let count = 0
    return { text: sql.replaceAll('?', () => `$${++count}`), values: params }
  }
}
