import DataLoader from 'dataloader'
import { raw, type Sql } from 'sql-template-tag'
import type { TenantEntity } from '#core/database/entity'
import { type Select, select } from '#core/database/select'
import { erasedReference, notFound, unknownReference } from '#core/errors/problem'
import { mapYielding } from '#core/runtime/map-yielding'
import { assertResponseSize, type Page } from '#core/schema/list'
import type { ReadResult, Row } from '#core/schema/row'
import { selectAllColumns, selectBatchedColumns } from './columns.ts'
import { RequestContext } from './request-context.ts'

export type TenantClass<Entity extends TenantEntity> = (new () => Entity) & { name: string }

/** The part of an operation that reads rows by SQL, without loading entities. */
export class ReadContext extends RequestContext {
  readonly #loaders = new Map<string, DataLoader<string, unknown>>()
  readonly #read = new Map<string, Promise<unknown>>()

  query<Type>(statement: Select): Promise<ReadResult<Type>[]> {
    return this.transaction.query<ReadResult<Type>>(statement)
  }

  /**
   * Like `query`, for columns that JSON can represent (`selectBatchedColumns`). For up to 100 ids it is combined into one statement with
   * all other batched reads of this turn.
   */
  queryBatched<Type>(ids: readonly string[], statement: Select): Promise<ReadResult<Type>[]> {
    return ids.length > 100 ? this.query<Type>(statement) : this.transaction.queryBatched<ReadResult<Type>>(statement)
  }

  /**
   * Loads a page of a list. `figures` selects the total, counted by default, and other sums over all matching rows; it is read with the
   * rows, and by a second statement only if the page is beyond the end.
   */
  async page<Type, Figures extends { total: number } = { total: number }>(
    columns: Sql,
    matching: Sql,
    order: Sql,
    slice: Sql,
    figures = select`count(*) as total ${matching}`,
  ): Promise<Page<ReadResult<Type>> & Figures> {
    const rows = await this.transaction.query<ReadResult<Type> & { figures: Figures }>(
      select`${columns}, (select to_json(f) from (${figures}) f) as figures ${matching} ${order} ${slice}`,
    )
    if (rows[0]) return { rows: assertResponseSize(rows), ...rows[0].figures }
    const [alone] = await this.transaction.query<Figures>(figures)
    return { rows, ...(alone as Figures) }
  }

  /** 404 if there is none. */
  async read<Entity extends TenantEntity>(type: TenantClass<Entity>, id: string): Promise<Row<Entity>> {
    const row = await this.#row(type, id)
    if (!row) throw notFound()
    return row
  }

  /** Reads a row that an input refers to; 422 for `field` if there is none, or it is erased. The foreign key protects it from deletion. */
  async readReferenced<Entity extends TenantEntity>(
    type: TenantClass<Entity>,
    id: string,
    field: string,
  ): Promise<Row<Entity>> {
    // Not batched, so that it leaves with the operation's first packet.
    const read = this.#row(type, id)
    this.#read.set(`${type.name} ${id}`, read)
    const row = await read
    if (!row) throw unknownReference(field)
    if ((row as { erasedAt?: unknown }).erasedAt) throw erasedReference(field)
    return row
  }

  /** Batches reads by id: `read` loads the rows of all ids requested under one `key`, `pick` selects those of one. Results are cached. */
  batch<Read, Value>(
    key: string,
    id: string,
    read: (ids: readonly string[]) => Promise<Read[]>,
    pick: (rows: Read[], id: string) => Value,
  ): Promise<Value> {
    const known = this.#read.get(`${key} ${id}`)
    if (known) return known as Promise<Value>
    const loader =
      this.#loaders.get(key) ??
      new DataLoader<string, unknown>(
        async (ids) => {
          const rows = await read(ids)
          return mapYielding(ids, (each) => pick(rows, each))
        },
        { cache: false },
      )
    this.#loaders.set(key, loader)
    const value = loader.load(id) as Promise<Value>
    this.#read.set(`${key} ${id}`, value)
    return value
  }

  /** Batched and cached. */
  loadOne<Entity extends TenantEntity>(type: TenantClass<Entity>, id: string): Promise<Row<Entity> | undefined> {
    return this.batch(
      type.name,
      id,
      (ids) => {
        const { tableName } = this.services.database.orm.getMetadata().get(type)
        return this.queryBatched<Entity>(
          ids,
          select`${selectBatchedColumns(this, type, 't')} from ${raw(tableName)} t
              where t.organization_id = ${this.organizationId} and t.id = any(${ids}::uuid[])`,
        ) as Promise<Row<Entity>[]>
      },
      (rows, wanted) => rows.find((row) => (row as { id: string }).id === wanted),
    )
  }

  async #row<Entity extends TenantEntity>(type: TenantClass<Entity>, id: string): Promise<Row<Entity> | undefined> {
    const { tableName } = this.services.database.orm.getMetadata().get(type)
    const [row] = await this.transaction.query<Row<Entity>>(
      select`${selectAllColumns(this, type, 't')} from ${raw(tableName)} t
          where t.organization_id = ${this.organizationId} and t.id = ${id}`,
    )
    return row
  }

  clearReadCache() {
    this.#read.clear()
    this.transaction.forgetReads()
  }
}
