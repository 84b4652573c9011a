import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { PageAsMarkdownDocument, PageShownDocument, type PageShownQuery, PageTreeDocument } from '#schema/web/graphql'
import { useQuery } from '../graphql/client.ts'
import { fetchGraphql } from '../graphql/fetch-graphql.ts'
import { formatTimestampDate } from '../i18n/format.ts'
import { t } from '../i18n/locale.ts'
import { useMay } from '../session.ts'
import { useChangeAuthors } from '../ui/change-authors.ts'
import { StatusMessage, useAction } from '../ui/feedback.tsx'
import { preserveFocus } from '../ui/focus.ts'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { isNotFound, QueryResult } from '../ui/query-result.tsx'
import { PagesTree } from './lazy-pages-tree.tsx'
import { type PageAction, PageDialog } from './page-dialogs.tsx'
import { PageMenu } from './page-menu.tsx'
import { findPath, getPageTree } from './page-tree.ts'
import { PageVersionsDialog } from './page-versions.tsx'
import { messages } from './pages.messages.ts'
import './pages.css'

const route = getRouteApi('/pages/$id')

/** The row of this page in the full tree, which gets the focus on return. */
const findTreeRow = (id: string) =>
  document.querySelector<HTMLElement>(`main > .page > search .pages-tree [role="row"][data-key="${id}"]`)

// Loaded separately, as the editor is as large as the rest of the app.
const Editor = lazy(() => import('./editor.tsx'))

/** A page with its path and its collaborative text. */
export function PageView() {
  const { id } = route.useParams()
  const answer = useQuery(PageShownDocument, { id }, ['page'])
  const [seen, see] = useState<PageDetail>()
  const page = answer.data?.page
  if (page && page !== seen) see(page)
  const isDeleted = !page && seen?.id === id && answer.problem !== undefined && isNotFound(answer.problem)
  const found = isDeleted ? seen : page
  return found ? (
    <PageContent key={found.id} page={found} isDeleted={isDeleted} />
  ) : (
    <Page title={messages.pages}>
      <div className="card">
        <QueryResult query={answer} pick={() => page}>
          {() => null}
        </QueryResult>
      </div>
    </Page>
  )
}

type PageDetail = NonNullable<PageShownQuery['page']>

function PageContent({ page, isDeleted }: { page: PageDetail; isDeleted: boolean }) {
  const may = useMay()
  const navigate = useNavigate()
  const { data } = useQuery(PageTreeDocument, {}, ['page'])
  const { pendingAction, begin, feedback, showFeedback, end, close } = useAction<PageAction>()
  const [isLooking, setLooking] = useState(false)
  useEffect(() => () => preserveFocus(() => findTreeRow(page.id), document.getElementById('content')), [page.id])
  const who = useChangeAuthors(isDeleted ? 'page.deleted' : undefined, { id: page.id, version: 0 })
  const tree = (data && getPageTree(data)) ?? []
  const above = findPath(tree, page.id).slice(0, -1)
  const exportMarkdown = async () => {
    const { data: found, problem } = await fetchGraphql(PageAsMarkdownDocument, { id: page.id })
    if (!found?.page) return showFeedback({ variant: 'danger', text: problem?.message ?? t.failed })
    const href = URL.createObjectURL(new Blob([String(found.page.content ?? '')], { type: 'text/markdown' }))
    Object.assign(document.createElement('a'), {
      href,
      download: `${page.title.replace(/[\\/:*?"<>|]/g, '-')}.md`,
    }).click()
    setTimeout(() => URL.revokeObjectURL(href), 60_000)
  }
  return (
    <Page
      title={page.title}
      heading={
        <>
          <nav className="above quiet" aria-label={messages.pages}>
            <Link to="/pages">{messages.pages}</Link>
            {above.map(({ id, title }) => (
              <span key={id}>
                {' / '}
                <Link to="/pages/$id" params={{ id }}>
                  {title}
                </Link>
              </span>
            ))}
          </nav>
          <div className="page-title">
            {page.icon && <span aria-hidden>{page.icon}</span>}
            <h1>{page.title}</h1>
            {may('updatePage') && !isDeleted && (
              <button
                type="button"
                className="button plain small"
                aria-label={messages.rename}
                onClick={() => begin({ kind: 'rename', page })}
              >
                <Pencil size={16} aria-hidden />
              </button>
            )}
          </div>
        </>
      }
      about={messages.changed(formatTimestampDate(page.updatedAt))}
      action={
        !isDeleted && (
          <PageMenu
            page={page}
            begin={begin}
            more={[
              { label: messages.versions.label, act: () => setLooking(true) },
              { label: messages.exportMarkdown, act: exportMarkdown },
            ]}
          />
        )
      }
    >
      <StatusMessage {...feedback} />
      <div role="alert" className={isDeleted ? undefined : 'unseen'}>
        {isDeleted && <Notice variant="warn">{messages.deletedBy(who)}</Notice>}
      </div>
      <div className="page-desk">
        <aside className="card" aria-label={messages.tree}>
          {tree.length > 0 && <PagesTree tree={tree} current={page.id} begin={begin} showFeedback={showFeedback} />}
        </aside>
        <section className="card" aria-label={messages.content}>
          <Suspense fallback={<div className="editor-awaited" />}>
            <Editor pageId={page.id} isDeleted={isDeleted} />
          </Suspense>
        </section>
      </div>
      {pendingAction && (
        <PageDialog
          pendingAction={pendingAction}
          tree={tree}
          onDone={end}
          onClose={close}
          onDeleted={() => pendingAction.page.id === page.id && navigate({ to: '/pages', replace: true })}
        />
      )}
      {isLooking && (
        <PageVersionsDialog
          page={page}
          onClose={() => setLooking(false)}
          onRestored={() => {
            setLooking(false)
            showFeedback({ variant: 'good', text: messages.versions.restored })
          }}
        />
      )}
    </Page>
  )
}
