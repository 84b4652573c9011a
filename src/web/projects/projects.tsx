import { FolderKanban } from 'lucide-react'
import { type ProjectStatus, ProjectsDocument } from '../../../schema/web/graphql.ts'
import { useQuery } from '../graphql/client.ts'
import { List, useListed, variablesOf } from '../ui/list.tsx'
import { words, writeCount } from '../words/words.ts'

const projectLooks: Partial<Record<ProjectStatus, string>> = { active: 'good', on_hold: 'warn' }

export function Projects() {
  const { projects: said } = words
  return (
    <List
      {...said}
      icon={FolderKanban}
      answer={useQuery(ProjectsDocument, variablesOf(useListed()), ['project', 'client', 'time_entry'])}
      pick={({ projects }) => projects && { total: projects.total, rows: projects.projects }}
      columns={[
        { label: said.name, kind: 'main', show: ({ name }) => name },
        { label: said.client, show: ({ client }) => client?.name },
        {
          label: said.status,
          show: ({ status }) => <span className={`badge ${projectLooks[status] ?? ''}`}>{said.statuses[status]}</span>,
        },
        {
          label: said.tracked,
          kind: 'figure',
          show: ({ trackedSeconds }) => said.hours(writeCount(Math.round(trackedSeconds / 360) / 10)),
        },
      ]}
    />
  )
}
