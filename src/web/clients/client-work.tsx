import { Link } from '@tanstack/react-router'
import { FileSignature, FolderKanban, Handshake } from 'lucide-react'
import { useState } from 'react'
import {
  type ClientDataFragment,
  ContractsOfClientDocument,
  ProjectsOfClientDocument,
  QuotesOfClientDocument,
  UpdateClientDocument,
} from '../../../schema/web/graphql.ts'
import { contractColumns } from '../contracts/columns.tsx'
import { useMutation, useQuery } from '../graphql/client.ts'
import { quoteColumns } from '../quotes/columns.tsx'
import { useMay } from '../session.ts'
import { writeHours } from '../time/durations.ts'
import { Button } from '../ui/button.tsx'
import { Area } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Pager } from '../ui/pager.tsx'
import { Blank, Loaded } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { Told } from '../ui/told.tsx'
import { words } from '../words/words.ts'
import { said } from './clients.words.ts'

/** What a client was offered. */
export function QuotesOf({ id }: { id: string }) {
  const may = useMay()
  const [page, turn] = useState(1)
  const answer = useQuery(QuotesOfClientDocument, { clientId: id, page }, ['quote'])
  return (
    <section className="card" aria-labelledby="client-quotes">
      <header className="part over">
        <h2 id="client-quotes">{said.quotes}</h2>
        {may('createQuote') && (
          <Link to="/quotes/new" search={{ client: id }} className="button small">
            {words.commands.newQuote}
          </Link>
        )}
      </header>
      <Loaded answer={answer} pick={({ quotes }) => quotes}>
        {({ total, quotes }) =>
          quotes.length === 0 ? (
            <Blank icon={FileSignature} title={said.noQuotes} />
          ) : (
            <>
              <Table
                label={said.quotes}
                rows={quotes}
                columns={quoteColumns.filter(({ label }) => label !== words.invoices.client)}
              />
              <Pager page={page} total={total} onTurn={turn} />
            </>
          )
        }
      </Loaded>
    </section>
  )
}

/** What is agreed with a client. */
export function ContractsOf({ id }: { id: string }) {
  const may = useMay()
  const [page, turn] = useState(1)
  const answer = useQuery(ContractsOfClientDocument, { clientId: id, page }, ['contract'])
  return (
    <section className="card" aria-labelledby="client-contracts">
      <header className="part over">
        <h2 id="client-contracts">{said.contracts}</h2>
        {may('createContract') && (
          <Link to="/contracts/new" search={{ client: id }} className="button small">
            {words.commands.newContract}
          </Link>
        )}
      </header>
      <Loaded answer={answer} pick={({ contracts }) => contracts}>
        {({ total, contracts }) =>
          contracts.length === 0 ? (
            <Blank icon={Handshake} title={said.noContracts} />
          ) : (
            <>
              <Table
                label={said.contracts}
                rows={contracts}
                columns={contractColumns.filter(({ label }) => label !== words.invoices.client)}
              />
              <Pager page={page} total={total} onTurn={turn} />
            </>
          )
        }
      </Loaded>
    </section>
  )
}

/** What is worked on for a client. */
export function ProjectsOf({ id }: { id: string }) {
  const may = useMay()
  const [page, turn] = useState(1)
  const answer = useQuery(ProjectsOfClientDocument, { clientId: id, page }, ['project', 'time_entry'])
  return (
    <section className="card" aria-labelledby="client-projects">
      <header className="part over">
        <h2 id="client-projects">{said.projects}</h2>
        {may('createProject') && (
          <Link to="/projects/new" search={{ client: id }} className="button small">
            {words.commands.newProject}
          </Link>
        )}
      </header>
      <Loaded answer={answer} pick={({ projects }) => projects}>
        {({ total, projects }) =>
          projects.length === 0 ? (
            <Blank icon={FolderKanban} title={said.noProjects} />
          ) : (
            <>
              <Table
                label={said.projects}
                rows={projects}
                columns={[
                  {
                    label: words.projects.name,
                    kind: 'main',
                    show: (project) => (
                      <Link to="/projects/$id" params={{ id: project.id }}>
                        {project.name}
                      </Link>
                    ),
                  },
                  { label: words.projects.status, show: ({ status }) => words.projects.statuses[status] },
                  {
                    label: words.projects.tracked,
                    kind: 'figure',
                    show: ({ trackedSeconds }) => writeHours(trackedSeconds),
                  },
                ]}
              />
              <Pager page={page} total={total} onTurn={turn} />
            </>
          )
        }
      </Loaded>
    </section>
  )
}

/** What those who work with a client should know of it. */
export function Notes({ client: { id, version, notes } }: { client: ClientDataFragment }) {
  const may = useMay()
  const [told, tell] = useState<string>()
  const [update] = useMutation(UpdateClientDocument)
  if (!may('updateClient') && !notes) return null
  return (
    <section className="card">
      <header className="part over">
        <h2>{said.notes}</h2>
      </header>
      <div className="part form">
        {may('updateClient') ? (
          <>
            <Told text={told} />
            <Form
              key={notes}
              send={({ notes: typed }) => update({ id, version, input: { notes: typed?.trim() || null } })}
              onDone={() => tell(said.notesSaved)}
            >
              {({ wrong, isBusy }) => (
                <>
                  <Area
                    label={said.notes}
                    hint={said.notesHint}
                    name="notes"
                    rows={5}
                    maxLength={10_000}
                    defaultValue={notes ?? ''}
                    wrong={wrong.notes}
                  />
                  <div className="actions">
                    <Button type="submit" look="small" isBusy={isBusy}>
                      {words.save}
                    </Button>
                  </div>
                </>
              )}
            </Form>
          </>
        ) : (
          <p className="notes">{notes}</p>
        )}
      </div>
    </section>
  )
}
