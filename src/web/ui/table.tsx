import type { CSSProperties, ReactNode } from 'react'

export interface Column<T> {
  label: string
  /** `main` identifies the row, `figure` is a number, `act` holds buttons. */
  kind?: 'main' | 'figure' | 'act' | 'quiet'
  show: (row: T) => ReactNode
}

interface TableProps<T> {
  label: string
  columns: readonly Column<T>[]
  rows: readonly T[]
}

/** A table. In narrow containers each row becomes a card. */
export const Table = <T extends { id: string }>({ label, columns, rows }: TableProps<T>) => (
  <div className="tabled" style={{ '--columns': columns.length } as CSSProperties}>
    {/* biome-ignore lint/a11y/noRedundantRoles: laid out as cards it is no table any more to whoever listens, unless it says so */}
    <table className="table" aria-label={label} role="table">
      <thead>
        <tr>
          {columns.map(({ label: name, kind }) => (
            <th key={name} scope="col" className={kind}>
              {kind === 'act' ? <span className="unseen">{name}</span> : name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            {columns.map(({ label: name, kind, show }) => {
              const shown = show(row)
              return (
                <td key={name} className={kind} data-label={name}>
                  {shown ?? <span className="quiet">–</span>}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
