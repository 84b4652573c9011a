import { useState } from 'react'
import { WorkedOnDocument } from '#schema/web/graphql'
import { useQuery } from '../graphql/client.ts'
import { SearchChoice } from '../ui/search-choice.tsx'

interface Named {
  id: string
  name: string
}

/** What is worked on: a project, or a task of it. */
export interface Place {
  project: Named
  task?: { id: string; title: string } | null | undefined
}

export const nameOf = ({ project, task }: Place) => (task ? `${project.name} · ${task.title}` : project.name)
export const keyOf = ({ project, task }: Place) => (task ? `${project.id} ${task.id}` : project.id)
export const inputOf = ({ project, task }: Place) => ({ projectId: project.id, taskId: task?.id ?? null })

interface PlaceChoiceProps {
  label: string
  hint?: string
  chosen: Place | null
  onChoose: (place: Place) => void
  wrong?: string | undefined
  isRequired?: boolean
  autoFocus?: boolean
}

/** A project or task, found by typing. */
export function PlaceChoice({ chosen, onChoose, ...shown }: PlaceChoiceProps) {
  const [sought, setSought] = useState('')
  const { data } = useQuery(WorkedOnDocument, { q: sought || null }, ['project', 'task'])
  const places: Place[] | undefined = data && [
    ...(data.projects?.projects ?? []).map((project) => ({ project })),
    ...(data.tasks?.tasks ?? []).map(({ project, ...task }) => ({ project, task })),
  ]
  const named = (place: Place) => ({ id: keyOf(place), name: nameOf(place), place })
  return (
    <SearchChoice
      {...shown}
      chosen={chosen && named(chosen)}
      found={places?.map(named)}
      onSearch={setSought}
      onChoose={({ place }) => onChoose(place)}
    />
  )
}

/** What is wrong with what was chosen, by whichever of the two fields the service names. */
export const wrongOfPlace = ({ taskId, projectId }: Readonly<Record<string, string>>) => taskId ?? projectId
