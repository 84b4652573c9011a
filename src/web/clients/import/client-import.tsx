import './import.css'
import { Link } from '@tanstack/react-router'
import Papa from 'papaparse'
import { useEffect, useMemo, useState } from 'react'
import { type ClientField, clientFields, guessColumnMapping, maxColumns } from '../../../client-csv/column-mapping.ts'
import { parseClientRow } from '../../../client-csv/parse-client-row.ts'
import { type CsvTable, decodeCsv, parseCsv } from '../../../client-csv/parse-csv.ts'
import type { Problem } from '../../graphql/fetch-graphql.ts'
import { formatCount } from '../../i18n/format.ts'
import { t } from '../../i18n/locale.ts'
import { useMay } from '../../session.ts'
import { Button } from '../../ui/button.tsx'
import { StatusMessage } from '../../ui/feedback.tsx'
import { SelectField } from '../../ui/field.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { ForbiddenState } from '../../ui/query-result.tsx'
import { Table } from '../../ui/table.tsx'
import { messages } from './import.messages.ts'
import { checkRows, importRows, type RowResult } from './import-rows.ts'

const maxRows = 5000

/** Imports clients from a CSV file: choose, preview, create. */
export function ClientImportPage() {
  const may = useMay()
  const [sheet, setSheet] = useState<CsvTable>()
  const [refusal, refuse] = useState<string>()
  const open = async (file: File) => {
    const read = parseCsv(decodeCsv(await file.arrayBuffer()))
    const refusal = !read
      ? messages.none
      : read.rows.length > maxRows
        ? messages.tooManyRows(formatCount(maxRows))
        : read.columns.length > maxColumns
          ? messages.tooManyColumns(formatCount(maxColumns))
          : undefined
    refuse(refusal)
    setSheet(refusal ? undefined : read)
  }
  if (!may('importClients'))
    return (
      <Page title={messages.title}>
        <ForbiddenState />
      </Page>
    )
  return (
    <Page title={messages.title} about={messages.about}>
      <div role="alert" className={refusal ? undefined : 'unseen'}>
        {refusal && <Notice variant="danger">{refusal}</Notice>}
      </div>
      {sheet ? (
        <ImportPreview key={sheet.columns.join()} sheet={sheet} onOther={() => setSheet(undefined)} />
      ) : (
        <FileDrop label={messages.choose} hint={messages.drop} types={['.csv', '.txt', 'text/csv']} onFile={open} />
      )}
    </Page>
  )
}

const badgeVariants = { fresh: 'good', known: '', wrong: 'danger', imported: 'good' } as const

function ImportPreview({ sheet, onOther }: { sheet: CsvTable; onOther: () => void }) {
  const [columns, setColumns] = useState(() => guessColumnMapping(sheet.columns))
  const [results, setResults] = useState<ReadonlyMap<number, RowResult>>(new Map())
  const [problem, setProblem] = useState<Problem>()
  const [page, turn] = useState(1)
  const [importing, setImporting] = useState<'under way' | 'done'>()
  const rows = useMemo(
    () => sheet.rows.map((row, index) => [index, parseClientRow(row, columns)] as const),
    [sheet, columns],
  )
  const addResults = (added: ReadonlyMap<number, RowResult>) => setResults((known) => new Map([...known, ...added]))

  useEffect(() => {
    let isOver = false
    setResults(new Map())
    setProblem(undefined)
    checkRows(rows, (added) => !isOver && addResults(added)).then((found) => !isOver && setProblem(found))
    return () => {
      isOver = true
    }
  }, [rows])

  const count = (is: RowResult['is']) => [...results.values()].filter((result) => result.is === is).length
  const [fresh, created] = [count('fresh'), count('imported')]
  const isChecked = results.size === rows.length
  const create = async () => {
    setImporting('under way')
    setProblem(
      await importRows(
        rows.filter(([index]) => results.get(index)?.is === 'fresh'),
        addResults,
      ),
    )
    setImporting('done')
  }
  const left = rows.filter(([index]) => results.get(index)?.is === 'wrong').map(([index]) => sheet.rows[index] ?? [])
  const summary = messages.summary(formatCount(fresh), formatCount(count('known')), formatCount(count('wrong')))
  const feedback =
    importing === 'under way'
      ? messages.under(formatCount(created), formatCount(created + fresh))
      : importing === 'done' && !problem
        ? messages.done(created, formatCount(created))
        : undefined
  return (
    <>
      <StatusMessage text={feedback} />
      <div role="alert" className={problem ? undefined : 'unseen'}>
        {problem && <Notice variant="danger">{problem.message}</Notice>}
      </div>
      {!importing && (
        <section className="card" aria-labelledby="columns">
          <div className="part form">
            <div>
              <h2 id="columns">{messages.columns}</h2>
              <p className="quiet">{messages.columnsAbout}</p>
            </div>
            <div className="row columns">
              {sheet.columns.map((column, index) => (
                <SelectField
                  key={index}
                  label={column || String(index + 1)}
                  hint={sheet.rows[0]?.[index]}
                  options={{ '': messages.ignored, ...messages.targets }}
                  value={columns[index]}
                  onChange={({ currentTarget: { value } }) =>
                    setColumns(
                      columns.map((each, at) =>
                        at === index ? (value as ClientField | '') : each === value ? '' : each,
                      ),
                    )
                  }
                />
              ))}
            </div>
          </div>
        </section>
      )}
      <section className="card" aria-labelledby="preview">
        <div className="part over">
          <div>
            <h2 id="preview">{messages.preview}</h2>
            <p className="quiet" role="status">
              {isChecked || importing ? summary : messages.checking}
            </p>
          </div>
          <div className="actions">
            {importing === 'done' ? (
              <>
                {left.length > 0 && (
                  <a className="button" href={toCsvUrl([sheet.columns, ...left])} download="kunden.csv">
                    {messages.left}
                  </a>
                )}
                <Link to="/clients" className="button primary">
                  {messages.toClients}
                </Link>
              </>
            ) : (
              <>
                <Button onClick={onOther} disabled={importing === 'under way'}>
                  {messages.other}
                </Button>
                <Button
                  variant="primary"
                  disabled={!isChecked || fresh === 0}
                  isBusy={importing === 'under way'}
                  onClick={create}
                >
                  {messages.submit(fresh, formatCount(fresh))}
                </Button>
              </>
            )}
          </div>
        </div>
        <Table
          label={messages.preview}
          rows={rows
            .slice((page - 1) * 25, page * 25)
            .map(([index, client]) => ({ id: String(index), index, client, result: results.get(index) }))}
          columns={[
            // The first row holds the column names.
            { label: messages.row, kind: 'quiet', show: ({ index }) => formatCount(index + 2) },
            { label: messages.targets.name, kind: 'main', show: ({ client }) => client.name || undefined },
            { label: messages.targets.email, show: ({ client }) => client.email },
            {
              label: messages.targets.city,
              show: ({ client: { postalCode, city } }) => [postalCode, city].filter(Boolean).join(' ') || undefined,
            },
            {
              label: messages.what,
              show: ({ result }) =>
                result && (
                  <>
                    <span className={`badge ${badgeVariants[result.is]}`}>{messages[result.is]}</span>
                    {result.is === 'wrong' && (
                      <ul className="row-errors">
                        {Object.entries(result.fields).map(([field, text]) => (
                          <li key={field}>
                            {fieldLabel(field)}: {text}
                          </li>
                        ))}
                      </ul>
                    )}
                  </>
                ),
            },
          ]}
        />
        <Pager page={page} total={rows.length} onTurn={turn} />
      </section>
    </>
  )
}

const fieldLabel = (field: string) =>
  clientFields.includes(field as ClientField) ? messages.targets[field as ClientField] : t.clients.name

/** A data URL of a CSV file. Excel needs the byte order mark to detect UTF-8. */
const toCsvUrl = (rows: readonly (readonly string[])[]) =>
  `data:text/csv;charset=utf-8,${encodeURIComponent(`\uFEFF${Papa.unparse(rows as string[][], { delimiter: ';' })}`)}`
