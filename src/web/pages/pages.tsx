import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { BookOpen, Plus, Search } from 'lucide-react'
import { PageTreeDocument } from '#schema/web/graphql'
import { useQuery } from '../graphql/client.ts'
import { useMay } from '../session.ts'
import { StatusMessage, useAction } from '../ui/feedback.tsx'
import { Page } from '../ui/page.tsx'
import { EmptyState, QueryResult } from '../ui/query-result.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { PagesTree } from './lazy-pages-tree.tsx'
import { type PageAction, PageDialog } from './page-dialogs.tsx'
import { filterTree, getPageTree } from './page-tree.ts'
import { messages } from './pages.messages.ts'
import './pages.css'

const route = getRouteApi('/pages')

export function Pages() {
  const { q = '' } = route.useSearch()
  const navigate = useNavigate()
  const may = useMay()
  const answer = useQuery(PageTreeDocument, {}, ['page'])
  const { pendingAction, begin, feedback, showFeedback, end, close } = useAction<PageAction>()
  const action = may('createPage') && (
    <Link to="/pages/new" className="button primary">
      <Plus size={16} aria-hidden />
      {messages.create}
    </Link>
  )
  const tree = answer.data && getPageTree(answer.data)
  const seek = (sought: string) => navigate({ to: '/pages', search: sought ? { q: sought } : {}, replace: true })
  return (
    <Page title={messages.pages} about={messages.about} action={tree?.length === 0 ? undefined : action}>
      <StatusMessage {...feedback} />
      <search className="card">
        <QueryResult query={answer} pick={getPageTree}>
          {(all) => {
            const branches = filterTree(all, q)
            return all.length === 0 ? (
              <EmptyState icon={BookOpen} title={messages.empty.title} action={action}>
                {messages.empty.text}
              </EmptyState>
            ) : (
              <>
                <SearchField q={q} onSearch={seek} />
                {branches.length > 0 ? (
                  <PagesTree key={q} tree={branches} isFiltered={branches !== all} {...{ begin, showFeedback }} />
                ) : (
                  <EmptyState icon={Search} title={messages.none(q)} />
                )}
              </>
            )
          }}
        </QueryResult>
      </search>
      {pendingAction && tree && <PageDialog pendingAction={pendingAction} tree={tree} onDone={end} onClose={close} />}
    </Page>
  )
}
