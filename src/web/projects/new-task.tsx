import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { CreateCardDocument, ProjectsOfTasksDocument, type ProjectsOfTasksQuery } from '#schema/web/graphql'
import { useMutation, useQuery } from '../graphql/client.ts'
import { pickField } from '../graphql/fetch-graphql.ts'
import { t } from '../i18n/locale.ts'
import { useMay } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { Combobox } from '../ui/combobox.tsx'
import { TextField } from '../ui/field.tsx'
import { Form, type FormValues } from '../ui/form.tsx'
import { Page } from '../ui/page.tsx'
import { ForbiddenState } from '../ui/query-result.tsx'
import { messages } from './projects.messages.ts'

type Project = NonNullable<ProjectsOfTasksQuery['projects']>['projects'][number]

/** A task created outside a board goes to the first column of its project. */
export function NewTaskPage() {
  const may = useMay()
  return (
    <Page title={t.commands.newTask}>
      <div className="card narrow">
        {may('createTask') ? (
          <div className="part">
            <TaskForm />
          </div>
        ) : (
          <ForbiddenState />
        )}
      </div>
    </Page>
  )
}

function TaskForm() {
  const navigate = useNavigate()
  const [create] = useMutation(CreateCardDocument)
  const [project, setProject] = useState<Project | null>(null)
  const [sought, setSought] = useState('')
  const found = useQuery(ProjectsOfTasksDocument, { q: sought || null }, ['project']).data?.projects?.projects
  const send = async ({ title = '' }: FormValues) => {
    const [column] = project?.columns ?? []
    if (!project || !column) {
      const message = project ? messages.noColumn : messages.noProject
      return { problem: { code: 'invalid', message, fields: { projectId: message } } }
    }
    const input = { projectId: project.id, columnId: column.id, title: title.trim() }
    return pickField(create({ input }), 'createTask')
  }
  return (
    <Form send={send} onDone={({ id }) => navigate({ to: '/tasks/$id', params: { id }, replace: true })}>
      {({ errors, isBusy }) => (
        <>
          <TextField label={messages.title} name="title" required autoFocus maxLength={200} error={errors.title} />
          <Combobox
            label={messages.project}
            chosen={project}
            found={found}
            onSearch={setSought}
            onChoose={setProject}
            isRequired
            error={errors.projectId ?? errors.columnId}
          />
          <div className="actions">
            <Button type="submit" variant="primary" isBusy={isBusy}>
              {t.save}
            </Button>
            <Link to="/tasks" className="button">
              {t.cancel}
            </Link>
          </div>
        </>
      )}
    </Form>
  )
}
