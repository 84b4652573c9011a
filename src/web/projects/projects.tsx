import { Link } from '@tanstack/react-router'
import { FolderKanban, Plus } from 'lucide-react'
import { type ProjectStatus, ProjectsDocument } from '#schema/web/graphql'
import { useQuery } from '../graphql/client.ts'
import { t } from '../i18n/locale.ts'
import { useMay } from '../session.ts'
import { formatHours } from '../time/durations.ts'
import { ListPage, listVariables, useListSearch } from '../ui/list-page.tsx'

const badgeVariants: Partial<Record<ProjectStatus, string>> = { active: 'good', on_hold: 'warn' }

export function Projects() {
  const { projects: messages } = t
  const may = useMay()
  return (
    <ListPage
      {...messages}
      icon={FolderKanban}
      action={
        may('createProject') && (
          <Link to="/projects/new" className="button primary">
            <Plus size={16} aria-hidden />
            {messages.create}
          </Link>
        )
      }
      query={useQuery(ProjectsDocument, listVariables(useListSearch()), ['project', 'client', 'time_entry'])}
      pick={({ projects }) => projects && { total: projects.total, rows: projects.projects }}
      columns={[
        {
          label: messages.name,
          kind: 'main',
          show: ({ id, name }) => (
            <Link to="/projects/$id" params={{ id }}>
              {name}
            </Link>
          ),
        },
        { label: messages.client, show: ({ client }) => client?.name },
        {
          label: messages.status,
          show: ({ status }) => (
            <span className={`badge ${badgeVariants[status] ?? ''}`}>{messages.statuses[status]}</span>
          ),
        },
        {
          label: messages.tracked,
          kind: 'figure',
          show: ({ trackedSeconds }) => formatHours(trackedSeconds),
        },
      ]}
    />
  )
}
