import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { PenTool } from 'lucide-react'
import { CreateWhiteboardDocument, NameOfProjectDocument, WhiteboardsDocument } from '#schema/web/graphql'
import { useMutation, useQuery } from '../graphql/client.ts'
import { formatDateTime } from '../i18n/format.ts'
import { t } from '../i18n/locale.ts'
import { useMay } from '../session.ts'
import { ProjectViews } from '../tasks/project-views.tsx'
import { Page } from '../ui/page.tsx'
import { PageOutOfRange, Pager } from '../ui/pager.tsx'
import { EmptyState, QueryResult, RelatedList } from '../ui/query-result.tsx'
import { QuickAdd } from '../ui/quick-add.tsx'
import { Table } from '../ui/table.tsx'
import { messages } from './whiteboards.messages.ts'
import './whiteboards.css'

const route = getRouteApi('/projects/$id/whiteboards')

export function Whiteboards() {
  const { id } = route.useParams()
  const { page = 1 } = route.useSearch()
  const navigate = useNavigate()
  const may = useMay()
  const [create] = useMutation(CreateWhiteboardDocument)
  const project = useQuery(NameOfProjectDocument, { id }, ['project'])
  const answer = useQuery(WhiteboardsDocument, { projectId: id, page })
  return (
    <Page title={project.data?.project?.name ?? t.projects.title} about={project.data?.project?.client?.name}>
      <RelatedList answer={project}>
        <ProjectViews id={id} />
        <section className="card" aria-label={messages.title}>
          {may('createWhiteboard') && (
            <div className="new-whiteboard">
              <QuickAdd
                label={messages.create}
                placeholder={messages.createHint}
                send={async (title) => {
                  const outcome = await create({ projectId: id, title })
                  const made = outcome.data?.createWhiteboard.id
                  if (made) navigate({ to: '/whiteboards/$id', params: { id: made } })
                  return outcome
                }}
                onDone={() => undefined}
              />
            </div>
          )}
          <QueryResult query={answer} pick={({ whiteboards }) => whiteboards}>
            {({ total, whiteboards }) =>
              whiteboards.length === 0 && total > 0 ? (
                <PageOutOfRange onTurn={(turned) => navigate({ to: '.', search: { page: turned }, replace: true })} />
              ) : whiteboards.length === 0 ? (
                <EmptyState icon={PenTool} title={messages.empty.title}>
                  {may('createWhiteboard') ? messages.empty.text : messages.emptyToRead}
                </EmptyState>
              ) : (
                <>
                  <Table
                    label={messages.title}
                    rows={whiteboards}
                    columns={[
                      {
                        label: messages.name,
                        kind: 'main',
                        show: (board) => (
                          <Link to="/whiteboards/$id" params={{ id: board.id }}>
                            {board.title}
                          </Link>
                        ),
                      },
                      { label: messages.changed, show: ({ updatedAt }) => formatDateTime(updatedAt) },
                    ]}
                  />
                  <Pager
                    page={page}
                    total={total}
                    onTurn={(turned) => navigate({ to: '.', search: { page: turned }, replace: true })}
                  />
                </>
              )
            }
          </QueryResult>
        </section>
      </RelatedList>
    </Page>
  )
}
