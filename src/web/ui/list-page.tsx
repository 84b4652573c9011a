import { useNavigate, useSearch } from '@tanstack/react-router'
import { type LucideIcon, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import type { QueryState } from '../graphql/client.ts'
import { t } from '../i18n/locale.ts'
import { Page } from './page.tsx'
import { PageOutOfRange, Pager } from './pager.tsx'
import { EmptyState, QueryResult } from './query-result.tsx'
import { SearchField } from './search-field.tsx'
import { type Column, Table } from './table.tsx'

/** A filter by option or date, kept in the URL under its name. */
interface Filter {
  name: string
  label: string
  /** Without options the filter is a date. */
  options?: Readonly<Record<string, string>>
}

interface ListPageProps<R, T extends { id: string }> {
  title: string
  about?: string
  icon: LucideIcon
  empty: { title: string; text: string }
  /** The main action, shown in the header, or in the empty state. */
  action?: ReactNode
  none: (sought: string) => string
  filters?: readonly Filter[]
  hasSearch?: boolean
  query: QueryState<R>
  pick: (data: R) => { total: number; rows: readonly T[] } | null
  columns: readonly Column<T>[]
}

/** The search text and page number from the URL. */
export function useListSearch() {
  const { page = 1, q = '' } = useSearch({ strict: false })
  return { page, q }
}

const nothing: readonly Filter[] = []

/** A searchable list. Search, filters and page are kept in the URL. */
export function ListPage<R, T extends { id: string }>({
  title,
  about,
  icon,
  empty,
  action,
  none,
  filters = nothing,
  hasSearch = true,
  query,
  pick,
  columns,
}: ListPageProps<R, T>) {
  const { page, q } = useListSearch()
  const navigate = useNavigate()
  const narrowing = useSearch({ strict: false }) as Readonly<Record<string, string | undefined>>
  const isNarrowed = filters.some(({ name }) => narrowing[name])
  const isForbidden = query.problem?.code === 'forbidden'
  const go = (search: Readonly<Record<string, string | number>>) =>
    navigate({ to: '.', search: (before: object) => ({ ...before, ...search }), replace: true })
  // The empty state shows the action already.
  const isEmpty = !q && !isNarrowed && query.data !== undefined && pick(query.data)?.total === 0
  return (
    <Page title={title} about={about} action={isEmpty ? undefined : action}>
      <search className="card">
        {hasSearch && !isForbidden && <SearchField q={q} onSearch={(sought) => go({ q: sought, page: 1 })} />}
        {filters.length > 0 && !isForbidden && (
          <fieldset className="filters">
            <legend className="unseen">{t.filter.title}</legend>
            {filters.map(({ name, label, options }) => {
              const given = {
                'aria-label': label,
                className: 'input',
                onChange: ({ target }: { target: { value: string } }) => go({ [name]: target.value, page: 1 }),
              }
              return options ? (
                <select key={name} {...given} value={narrowing[name] ?? ''}>
                  <option value="">{t.filter.every(label)}</option>
                  {Object.entries(options).map(([value, text]) => (
                    <option key={value} value={value}>
                      {text}
                    </option>
                  ))}
                </select>
              ) : (
                <label key={name} className="day">
                  <span className="quiet">{label}</span>
                  <input type="date" {...given} defaultValue={narrowing[name] ?? ''} />
                </label>
              )
            })}
          </fieldset>
        )}
        <QueryResult query={query} pick={pick}>
          {({ total, rows }): ReactNode =>
            rows.length > 0 ? (
              <>
                <Table label={title} columns={columns} rows={rows} />
                <Pager page={page} total={total} onTurn={(turned) => go({ page: turned })} />
              </>
            ) : total > 0 ? (
              <PageOutOfRange onTurn={(turned) => go({ page: turned })} />
            ) : q ? (
              <EmptyState icon={Search} title={none(q)} />
            ) : isNarrowed ? (
              <EmptyState icon={Search} title={t.filter.none} />
            ) : (
              <EmptyState icon={icon} title={empty.title} action={action}>
                {empty.text}
              </EmptyState>
            )
          }
        </QueryResult>
      </search>
    </Page>
  )
}

export const listVariables = ({ page, q }: { page: number; q: string }) => ({ page, q: q || null })

/** The filter's value as a list, or null if it is not one of the options. */
export const parseFilter = <Value extends string>(all: Readonly<Record<Value, string>>, given: string | undefined) =>
  given !== undefined && Object.hasOwn(all, given) ? [given as Value] : null
