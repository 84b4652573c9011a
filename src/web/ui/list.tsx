import { useNavigate, useSearch } from '@tanstack/react-router'
import { type LucideIcon, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Answer } from '../graphql/client.ts'
import { words } from '../words/words.ts'
import { Page } from './page.tsx'
import { Pager } from './pager.tsx'
import { Blank, Loaded } from './states.tsx'
import { type Column, Table } from './table.tsx'

interface ListProps<R, T extends { id: string }> {
  title: string
  about?: string
  icon: LucideIcon
  empty: { title: string; text: string }
  /** What is done here most: it stands above, and where there is nothing yet as the next step. */
  action?: ReactNode
  none: (sought: string) => string
  answer: Answer<R>
  pick: (data: R) => { total: number; rows: readonly T[] } | null
  columns: readonly Column<T>[]
}

/** What is sought in a list and which part of it is shown, from the address of the page. */
export function useListed() {
  const { page = 1, q = '' } = useSearch({ strict: false })
  return { page, q }
}

/** A list with its search; both stand in the address, so that a link leads to the same. */
export function List<R, T extends { id: string }>({
  title,
  about,
  icon,
  empty,
  action,
  none,
  answer,
  pick,
  columns,
}: ListProps<R, T>) {
  const { page, q } = useListed()
  const navigate = useNavigate()
  const go = (search: { q: string; page: number }) => navigate({ to: '.', search, replace: true })
  // Where there is nothing yet the next step stands there, and not twice.
  const isEmpty = !q && answer.data !== undefined && pick(answer.data)?.rows.length === 0
  return (
    <Page title={title} about={about} action={isEmpty ? undefined : action}>
      <search className="card">
        <label className="seek">
          <Search size={16} aria-hidden />
          <span className="unseen">{words.search}</span>
          <input
            type="search"
            placeholder={words.search}
            defaultValue={q}
            onChange={(event) => go({ q: event.currentTarget.value, page: 1 })}
          />
        </label>
        <Loaded answer={answer} pick={pick}>
          {({ total, rows }): ReactNode =>
            rows.length > 0 ? (
              <>
                <Table label={title} columns={columns} rows={rows} />
                <Pager page={page} total={total} onTurn={(turned) => go({ q, page: turned })} />
              </>
            ) : q ? (
              <Blank icon={Search} title={none(q)} />
            ) : (
              <Blank icon={icon} title={empty.title} action={action}>
                {empty.text}
              </Blank>
            )
          }
        </Loaded>
      </search>
    </Page>
  )
}

export const variablesOf = ({ page, q }: { page: number; q: string }) => ({ page, q: q || null })
