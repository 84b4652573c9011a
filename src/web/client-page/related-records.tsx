import type { ReactNode } from 'react'
import type { QueryState } from '../graphql/client.ts'
import { Pager } from '../ui/pager.tsx'
import { QueryResult } from '../ui/query-result.tsx'
import { type Column, Table } from '../ui/table.tsx'

interface RelatedRecordsProps<R, T> {
  title: string
  /** A sum or actions beside the title. */
  action?: ReactNode
  /** Shown if the list is empty. */
  none: string
  answer: QueryState<R>
  pick: (data: R) => { total: number; rows: readonly T[] } | null | undefined
  columns: readonly Column<T>[]
  /** The current page, if the list is paged. */
  page?: number
  onTurn?: (page: number) => void
}

/** Records of one kind that belong to a client. */
export const RelatedRecords = <R, T extends { id: string }>(given: RelatedRecordsProps<R, T>) => {
  const { title, action, none, answer, pick, columns, page = 1, onTurn } = given
  return (
    <section className="card" aria-label={title}>
      <header className="part over">
        <h2>{title}</h2>
        {action}
      </header>
      <QueryResult query={answer} pick={pick}>
        {({ total, rows }) =>
          rows.length === 0 ? (
            <p className="part quiet">{none}</p>
          ) : (
            <>
              <Table label={title} rows={rows} columns={columns} />
              {onTurn && <Pager page={page} total={total} onTurn={onTurn} />}
            </>
          )
        }
      </QueryResult>
    </section>
  )
}
