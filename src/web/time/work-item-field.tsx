import { useState } from 'react'
import { WorkedOnDocument } from '#schema/web/graphql'
import { useQuery } from '../graphql/client.ts'
import { Combobox } from '../ui/combobox.tsx'

interface Named {
  id: string
  name: string
}

/** A project or one of its tasks. */
export interface WorkItem {
  project: Named
  task?: { id: string; title: string } | null | undefined
}

export const formatWorkItem = ({ project, task }: WorkItem) => (task ? `${project.name} · ${task.title}` : project.name)
export const workItemKey = ({ project, task }: WorkItem) => (task ? `${project.id} ${task.id}` : project.id)
export const toWorkItemInput = ({ project, task }: WorkItem) => ({ projectId: project.id, taskId: task?.id ?? null })

interface WorkItemFieldProps {
  label: string
  hint?: string
  chosen: WorkItem | null
  onChoose: (place: WorkItem) => void
  error?: string | undefined
  isRequired?: boolean
  autoFocus?: boolean
}

export function WorkItemField({ chosen, onChoose, ...shown }: WorkItemFieldProps) {
  const [sought, setSought] = useState('')
  const { data } = useQuery(WorkedOnDocument, { q: sought || null }, ['project', 'task'])
  const places: WorkItem[] | undefined = data && [
    ...(data.projects?.projects ?? []).map((project) => ({ project })),
    ...(data.tasks?.tasks ?? []).map(({ project, ...task }) => ({ project, task })),
  ]
  const named = (place: WorkItem) => ({ id: workItemKey(place), name: formatWorkItem(place), place })
  return (
    <Combobox
      {...shown}
      chosen={chosen && named(chosen)}
      found={places?.map(named)}
      onSearch={setSought}
      onChoose={({ place }) => onChoose(place)}
    />
  )
}

/** The error of either field. */
export const workItemError = ({ taskId, projectId }: Readonly<Record<string, string>>) => taskId ?? projectId
