import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import {
  type ClientDataFragment,
  ContractsOfClientDocument,
  ProjectsOfClientDocument,
  QuotesOfClientDocument,
  UpdateClientDocument,
} from '#schema/web/graphql'
import { messages } from '../clients/clients.messages.ts'
import { contractColumns } from '../contracts/contract-columns.tsx'
import { useMutation, useQuery } from '../graphql/client.ts'
import { pickField } from '../graphql/fetch-graphql.ts'
import { t } from '../i18n/locale.ts'
import { quoteColumns } from '../quotes/quote-columns.tsx'
import { useMay } from '../session.ts'
import { formatHours } from '../time/durations.ts'
import { Button } from '../ui/button.tsx'
import { StatusMessage } from '../ui/feedback.tsx'
import { TextAreaField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { VersionedForm } from '../ui/versioned-form.tsx'
import { RelatedRecords } from './related-records.tsx'

export function ClientQuotes({ id }: { id: string }) {
  const may = useMay()
  const [page, onTurn] = useState(1)
  return (
    <RelatedRecords
      title={messages.quotes}
      none={messages.noQuotes}
      action={
        may('createQuote') && (
          <Link to="/quotes/new" search={{ client: id }} className="button small">
            {t.commands.newQuote}
          </Link>
        )
      }
      answer={useQuery(QuotesOfClientDocument, { clientId: id, page }, ['quote'])}
      pick={({ quotes }) => quotes && { total: quotes.total, rows: quotes.quotes }}
      columns={quoteColumns.filter(({ label }) => label !== t.invoices.client)}
      {...{ page, onTurn }}
    />
  )
}

export function ClientContracts({ id }: { id: string }) {
  const may = useMay()
  const [page, onTurn] = useState(1)
  return (
    <RelatedRecords
      title={messages.contracts}
      none={messages.noContracts}
      action={
        may('createContract') && (
          <Link to="/contracts/new" search={{ client: id }} className="button small">
            {t.commands.newContract}
          </Link>
        )
      }
      answer={useQuery(ContractsOfClientDocument, { clientId: id, page }, ['contract'])}
      pick={({ contracts }) => contracts && { total: contracts.total, rows: contracts.contracts }}
      columns={contractColumns.filter(({ label }) => label !== t.invoices.client)}
      {...{ page, onTurn }}
    />
  )
}

export function ClientProjects({ id }: { id: string }) {
  const may = useMay()
  const [page, onTurn] = useState(1)
  return (
    <RelatedRecords
      title={messages.projects}
      none={messages.noProjects}
      action={
        may('createProject') && (
          <Link to="/projects/new" search={{ client: id }} className="button small">
            {t.commands.newProject}
          </Link>
        )
      }
      answer={useQuery(ProjectsOfClientDocument, { clientId: id, page }, ['project', 'time_entry'])}
      pick={({ projects }) => projects && { total: projects.total, rows: projects.projects }}
      columns={[
        {
          label: t.projects.name,
          kind: 'main',
          show: (project) => (
            <Link to="/projects/$id" params={{ id: project.id }}>
              {project.name}
            </Link>
          ),
        },
        { label: t.projects.status, show: ({ status }) => t.projects.statuses[status] },
        {
          label: t.projects.tracked,
          kind: 'figure',
          show: ({ trackedSeconds }) => formatHours(trackedSeconds),
        },
      ]}
      {...{ page, onTurn }}
    />
  )
}

/** Internal notes about the client. */
export function ClientNotes({ client, ask }: { client: ClientDataFragment; ask: () => void }) {
  const { id, notes } = client
  const may = useMay()
  const [feedback, showFeedback] = useState<string>()
  const [update] = useMutation(UpdateClientDocument)
  if (!may('updateClient') && !notes) return null
  return (
    <section className="card">
      <header className="part over">
        <h2>{messages.notes}</h2>
      </header>
      <div className="part form">
        {may('updateClient') ? (
          <>
            <StatusMessage text={feedback} />
            <VersionedForm current={client} refetch={ask} fieldNames={{ notes: messages.notes }} event="client.updated">
              {(initial, save) => (
                <Form
                  send={({ notes: typed }) =>
                    save((version) =>
                      pickField(update({ id, version, input: { notes: typed?.trim() || null } }), 'updateClient'),
                    )
                  }
                  onDone={() => showFeedback(messages.notesSaved)}
                >
                  {({ errors, isBusy }) => (
                    <>
                      <TextAreaField
                        label={messages.notes}
                        hint={messages.notesHint}
                        name="notes"
                        rows={5}
                        maxLength={10_000}
                        defaultValue={initial.notes ?? ''}
                        error={errors.notes}
                      />
                      <div className="actions">
                        <Button type="submit" variant="small" isBusy={isBusy}>
                          {t.save}
                        </Button>
                      </div>
                    </>
                  )}
                </Form>
              )}
            </VersionedForm>
          </>
        ) : (
          <p className="notes">{notes}</p>
        )}
      </div>
    </section>
  )
}
