import { Link } from '@tanstack/react-router'
import { FolderKanban, Plus } from 'lucide-react'
import { type ProjectStatus, ProjectsDocument } from '#schema/web/graphql'
import { useQuery } from '../graphql/client.ts'
import { useMay } from '../session.ts'
import { writeHours } from '../time/durations.ts'
import { List, useListed, variablesOf } from '../ui/list.tsx'
import { words } from '../words/words.ts'

const projectLooks: Partial<Record<ProjectStatus, string>> = { active: 'good', on_hold: 'warn' }

export function Projects() {
  const { projects: said } = words
  const may = useMay()
  return (
    <List
      {...said}
      icon={FolderKanban}
      action={
        may('createProject') && (
          <Link to="/projects/new" className="button primary">
            <Plus size={16} aria-hidden />
            {said.create}
          </Link>
        )
      }
      answer={useQuery(ProjectsDocument, variablesOf(useListed()), ['project', 'client', 'time_entry'])}
      pick={({ projects }) => projects && { total: projects.total, rows: projects.projects }}
      columns={[
        {
          label: said.name,
          kind: 'main',
          show: ({ id, name }) => (
            <Link to="/projects/$id" params={{ id }}>
              {name}
            </Link>
          ),
        },
        { label: said.client, show: ({ client }) => client?.name },
        {
          label: said.status,
          show: ({ status }) => <span className={`badge ${projectLooks[status] ?? ''}`}>{said.statuses[status]}</span>,
        },
        {
          label: said.tracked,
          kind: 'figure',
          show: ({ trackedSeconds }) => writeHours(trackedSeconds),
        },
      ]}
    />
  )
}
