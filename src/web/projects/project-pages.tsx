import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import {
  ClientOfProjectDocument,
  ClientsOfProjectsDocument,
  CreateProjectDocument,
  ProjectDataDocument,
  type ProjectDataFragment,
  type ProjectStatus,
  UpdateProjectDocument,
} from '#schema/web/graphql'
import { useMutation, useQuery } from '../graphql/client.ts'
import { type Outcome, pickField } from '../graphql/fetch-graphql.ts'
import { t } from '../i18n/locale.ts'
import { decimalError, formatCentsInput, formatDecimalInput, parseCents, parseDecimal } from '../i18n/parse.ts'
import { useMay } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { Combobox } from '../ui/combobox.tsx'
import { ColorField, SelectField, TextAreaField, TextField } from '../ui/field.tsx'
import { Form, type FormValues } from '../ui/form.tsx'
import { Page } from '../ui/page.tsx'
import { ForbiddenState, QueryResult } from '../ui/query-result.tsx'
import { type SaveVersion, VersionedForm } from '../ui/versioned-form.tsx'
import { messages } from './projects.messages.ts'

const colors = ['#3b5bdb', '#0b7285', '#2b8a3e', '#e67700', '#c92a2a', '#862e9c'] as const

interface ProjectFormProps {
  /** The booking type to edit and how to save it. Absent for a new one. */
  project?: ProjectDataFragment
  save?: SaveVersion
  /** Initial values of a new project. */
  initial?: Pick<ProjectDataFragment, 'name' | 'client'> | undefined
  onDone: (project: ProjectDataFragment) => void
  onCancel: () => void
}

function ProjectForm({ project, save, initial, onDone, onCancel }: ProjectFormProps) {
  const may = useMay()
  const [create] = useMutation(CreateProjectDocument)
  const [update] = useMutation(UpdateProjectDocument)
  const [client, setClient] = useState((project ?? initial)?.client ?? null)
  const [sought, setSought] = useState('')
  const found = useQuery(ClientsOfProjectsDocument, { q: sought || null }, ['client'])
  const send = async (filled: FormValues): Promise<Outcome<ProjectDataFragment> | undefined> => {
    const hours = filled.budgetMinutes && parseDecimal(filled.budgetMinutes, 2)
    const rate = filled.hourlyRateCents ? parseCents(filled.hourlyRateCents) : ''
    const errors = ['budgetMinutes', 'hourlyRateCents'].flatMap((name) => {
      const text = filled[name] && decimalError(filled[name], 2, messages.noFigure)
      return text ? [[name, text]] : []
    })
    if (errors.length > 0)
      return { problem: { code: 'invalid', message: messages.noFigure, fields: Object.fromEntries(errors), paths: {} } }
    const input = {
      name: filled.name?.trim() ?? '',
      description: filled.description?.trim() || null,
      clientId: client?.id ?? null,
      status: filled.status as ProjectStatus,
      color: filled.color || null,
      budgetMinutes: hours ? Math.round(Number(hours) * 60) : null,
      hourlyRateCents: rate === '' ? null : rate,
    }
    if (!project || !save) {
      return pickField(create({ input }), 'createProject')
    }
    return save((version) => pickField(update({ id: project.id, version, input }), 'updateProject'))
  }
  return (
    <Form send={send} onDone={onDone}>
      {({ errors, isBusy }) => (
        <>
          <TextField
            label={messages.name}
            name="name"
            required
            autoFocus={!project}
            maxLength={200}
            defaultValue={(project ?? initial)?.name ?? ''}
            error={errors.name}
          />
          {may('clients') && (
            <Combobox
              label={messages.client}
              chosen={client}
              found={found.data?.clients?.clients}
              onSearch={setSought}
              onChoose={setClient}
              error={errors.clientId}
            />
          )}
          <TextAreaField
            label={messages.description}
            name="description"
            rows={4}
            defaultValue={project?.description ?? ''}
            error={errors.description}
          />
          <div className="row">
            <TextField
              label={messages.budget}
              name="budgetMinutes"
              inputMode="decimal"
              defaultValue={
                project?.budgetMinutes ? formatDecimalInput(Math.round(project.budgetMinutes / 0.6) / 100) : ''
              }
              error={errors.budgetMinutes}
            />
            <TextField
              label={messages.rate}
              hint={messages.rateHint}
              name="hourlyRateCents"
              inputMode="decimal"
              defaultValue={project?.hourlyRateCents == null ? '' : formatCentsInput(project.hourlyRateCents)}
              error={errors.hourlyRateCents}
            />
            <SelectField
              label={messages.status}
              name="status"
              options={t.projects.statuses}
              defaultValue={project?.status ?? 'active'}
              error={errors.status}
            />
            <ColorField
              label={messages.color}
              name="color"
              defaultValue={project?.color ?? ''}
              pick={messages.pickColor}
              colors={colors}
              error={errors.color}
            />
          </div>
          <div className="actions">
            <Button type="submit" variant="primary" isBusy={isBusy}>
              {t.save}
            </Button>
            <Button onClick={onCancel}>{t.cancel}</Button>
          </div>
        </>
      )}
    </Form>
  )
}

const newRoute = getRouteApi('/projects/new')

export function NewProjectPage() {
  const may = useMay()
  const { client, name = '' } = newRoute.useSearch()
  return (
    <Page title={messages.create} about={messages.createAbout}>
      <div className="card narrow">
        {may('createProject') ? (
          client && may('clients') ? (
            <NewProjectForClient id={client} name={name} />
          ) : (
            <NewProjectForm initial={{ name, client: null }} />
          )
        ) : (
          <ForbiddenState />
        )}
      </div>
    </Page>
  )
}

function NewProjectForClient({ id, name }: { id: string; name: string }) {
  const answer = useQuery(ClientOfProjectDocument, { id })
  return (
    <QueryResult query={answer} pick={({ client }) => client}>
      {(client) => <NewProjectForm initial={{ name, client }} />}
    </QueryResult>
  )
}

function NewProjectForm({ initial }: Pick<ProjectFormProps, 'initial'>) {
  const navigate = useNavigate()
  return (
    <div className="part">
      <ProjectForm
        initial={initial}
        onDone={({ id }) => navigate({ to: '/projects/$id', params: { id }, replace: true })}
        onCancel={() => navigate({ to: '/projects', ignoreBlocker: true })}
      />
    </div>
  )
}

const projectFieldLabels = () => ({
  ...{ name: messages.name, client: messages.client, description: messages.description, status: messages.status },
  ...{ budgetMinutes: messages.budget, hourlyRateCents: messages.rate, color: messages.color },
})

const editRoute = getRouteApi('/projects/$id/edit')

export function EditProjectPage() {
  const { id } = editRoute.useParams()
  const navigate = useNavigate()
  const may = useMay()
  const answer = useQuery(ProjectDataDocument, { id }, ['project'])
  const back = () => navigate({ to: '/projects/$id', params: { id }, replace: true, ignoreBlocker: true })
  return (
    <Page title={answer.data?.project ? messages.editing(answer.data.project.name) : messages.edit}>
      <div className="card narrow">
        {may('updateProject') ? (
          <QueryResult query={answer} pick={({ project }) => project}>
            {(project) => (
              <div className="part">
                <VersionedForm
                  current={project}
                  refetch={answer.retry}
                  fieldNames={projectFieldLabels()}
                  event="project.updated"
                >
                  {(initial, save) => <ProjectForm project={initial} save={save} onDone={back} onCancel={back} />}
                </VersionedForm>
              </div>
            )}
          </QueryResult>
        ) : (
          <ForbiddenState />
        )}
      </div>
    </Page>
  )
}
