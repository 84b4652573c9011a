import '../documents/documents.css'
import { useEffect, useState } from 'react'
import {
  NumberingDocument,
  NumberingPreviewDocument,
  type NumberingQuery,
  type NumberSeriesName,
  RaiseNumberDocument,
} from '#schema/web/graphql'
import { type QueryState, useMutation, useQuery } from '../../graphql/client.ts'
import { fetchGraphql, type Problem } from '../../graphql/fetch-graphql.ts'
import { today } from '../../i18n/dates.ts'
import { formatCount } from '../../i18n/format.ts'
import { t } from '../../i18n/locale.ts'
import { useMay } from '../../session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { StatusMessage } from '../../ui/feedback.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form, type FormValues } from '../../ui/form.tsx'
import { Page } from '../../ui/page.tsx'
import { QueryResult } from '../../ui/query-result.tsx'
import { Table } from '../../ui/table.tsx'
import { getText, type OrganizationInput, SettingsForm } from '../documents/settings-form.tsx'
import { pages } from '../settings.messages.ts'
import { messages } from './numbering.messages.ts'

type Series = NonNullable<NumberingQuery['numbering']>['series'][number]

const seriesByField = {
  invoiceNumberPattern: 'invoice',
  creditNoteNumberPattern: 'credit_note',
  quoteNumberPattern: 'quote',
  contractNumberPattern: 'contract',
} as const
const fieldNames = Object.keys(seriesByField) as (keyof typeof seriesByField)[]

/** Number patterns of documents and the state of each series. */
export function NumberingSettings() {
  const may = useMay()
  const answer = useQuery(NumberingDocument, {})
  return (
    <Page title={pages.numbering.title} about={pages.numbering.about}>
      {may('updateOrganization') && <PatternFields version={answer.data?.numbering?.version} />}
      <SeriesTable answer={answer} />
    </Page>
  )
}

const parseForm = (filled: FormData): OrganizationInput =>
  Object.fromEntries(fieldNames.map((name) => [name, getText(filled, name) ?? '']))

function PatternFields({ version }: { version: number | undefined }) {
  const [typed, setTyped] = useState<OrganizationInput>({})
  const [next, problem] = useNextNumbers(typed, version)
  return (
    <section className="group" aria-labelledby="patterns">
      <h2 id="patterns">{messages.patterns}</h2>
      <p className="quiet">{messages.patternsText}</p>
      <div className="narrow">
        <SettingsForm parse={parseForm} onTyped={setTyped}>
          {({ organization, errors }) =>
            fieldNames.map((name) => (
              <div className="series" key={name}>
                <TextField
                  label={messages.series[seriesByField[name]]}
                  name={name}
                  defaultValue={organization[name]}
                  required
                  spellCheck={false}
                  error={errors[name] ?? problem?.fields[name]}
                />
                <output>
                  <span>{messages.next}</span>
                  <b>{problem?.fields[name] ? '–' : (next[seriesByField[name]] ?? '…')}</b>
                </output>
              </div>
            ))
          }
        </SettingsForm>
      </div>
    </section>
  )
}

/** The next numbers for the patterns as typed. Refetched after a number was assigned or raised. */
function useNextNumbers(
  typed: OrganizationInput,
  version: number | undefined,
): [next: Partial<Record<string, string>>, problem: Problem | undefined] {
  const [next, setNext] = useState<Partial<Record<string, string>>>({})
  const [problem, setProblem] = useState<Problem>()
  const key = JSON.stringify(typed)
  useEffect(() => {
    let isOver = false
    fetchGraphql(NumberingPreviewDocument, { input: typed }).then((outcome) => {
      if (isOver) return
      setProblem(outcome.problem)
      const series = outcome.data?.numberingPreview?.series ?? []
      const thisYear = Number(today().slice(0, 4))
      const now = series.filter(({ year }) => year === null || year === undefined || year === thisYear)
      if (outcome.data) setNext(Object.fromEntries(now.map((each) => [each.series, each.preview])))
    })
    return () => {
      isOver = true
    }
  }, [key, version])
  return [next, problem]
}

function SeriesTable({ answer }: { answer: QueryState<NumberingQuery> }) {
  const [raising, setRaising] = useState<Series>()
  const [feedback, setFeedback] = useState('')
  const may = useMay()
  return (
    <section className="group" aria-labelledby="counters">
      <h2 id="counters">{messages.counters}</h2>
      <StatusMessage text={feedback} />
      <div className="card narrow">
        <QueryResult query={answer} pick={({ numbering }) => numbering}>
          {({ version, series }) => (
            <>
              <Table
                label={messages.counters}
                rows={series.map((each) => ({ ...each, id: formatSeries(each) }))}
                columns={[
                  { label: messages.of, kind: 'main', show: ({ id }) => id },
                  { label: messages.nextNumber, kind: 'figure', show: ({ next }) => formatCount(next) },
                  { label: messages.asWritten, show: ({ preview }) => preview },
                  {
                    label: t.actions,
                    kind: 'act',
                    show: (each) =>
                      may('updateNumbering') && (
                        <Button variant="small" aria-label={messages.raiseOf(each.id)} onClick={() => setRaising(each)}>
                          {messages.raise}
                        </Button>
                      ),
                  },
                ]}
              />
              {raising && (
                <RaiseNumberDialog
                  series={raising}
                  version={version}
                  reload={answer.retry}
                  onClose={() => setRaising(undefined)}
                  onDone={(next) => {
                    setFeedback(messages.raised(formatSeries(raising), next))
                    setRaising(undefined)
                  }}
                />
              )}
            </>
          )}
        </QueryResult>
      </div>
    </section>
  )
}

const formatSeries = ({ series, year }: Series) => `${messages.series[series]}${year === null ? '' : ` ${year}`}`

interface RaiseNumberDialogProps {
  series: Series
  version: number
  reload: () => void
  onClose: () => void
  onDone: (next: string) => void
}

function RaiseNumberDialog({ series, version, reload, onClose, onDone }: RaiseNumberDialogProps) {
  const [raise] = useMutation(RaiseNumberDocument)
  const ask = async ({ next = '' }: FormValues) => {
    if (!/^\d{1,9}$/.test(next)) {
      const fields = { next: messages.noNumber }
      return { problem: { code: 'validation_failed', message: messages.noNumber, fields } }
    }
    const input = {
      series: series.series as NumberSeriesName,
      ...(series.year !== null && { year: series.year }),
      next: Number(next),
    }
    const outcome = await raise({ input, version })
    if (outcome.problem?.code !== 'precondition_failed') return outcome
    reload()
    return { problem: { ...outcome.problem, message: messages.outdated } }
  }
  return (
    <Dialog title={messages.raiseOf(formatSeries(series))} isOpen onClose={onClose}>
      <p className="quiet">{messages.raiseText}</p>
      <Form
        send={ask}
        onDone={({ updateNumbering: { series: all } }) =>
          onDone(all.find((each) => each.series === series.series && each.year === series.year)?.preview ?? '')
        }
      >
        {({ errors, isBusy }) => (
          <>
            <TextField
              label={messages.nextNumber}
              name="next"
              inputMode="numeric"
              autoFocus
              required
              defaultValue={series.next}
              hint={messages.atLeast(formatCount(series.next))}
              error={errors.next}
            />
            <div className="actions">
              <Button onClick={onClose}>{t.cancel}</Button>
              <Button type="submit" variant="primary" isBusy={isBusy}>
                {messages.raise}
              </Button>
            </div>
          </>
        )}
      </Form>
    </Dialog>
  )
}
