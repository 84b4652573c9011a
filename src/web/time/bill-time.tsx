import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { ReceiptText } from 'lucide-react'
import { useState } from 'react'
import {
  BilledTimeDocument,
  BillTimeDocument,
  type BillTimeInput,
  type ReportRowFragment,
  UnbilledByClientDocument,
  UnbilledOfClientDocument,
} from '#schema/web/graphql'
import { useMutation, useQuery } from '../graphql/client.ts'
import { addDays, today } from '../i18n/dates.ts'
import { t } from '../i18n/locale.ts'
import { LineItemsAndTotals } from '../invoices/document-parts.tsx'
import { useMay } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Checkbox, SelectField, TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { EmptyState, ForbiddenState, QueryResult } from '../ui/query-result.tsx'
import { Table } from '../ui/table.tsx'
import { formatHours } from './durations.ts'
import { messages } from './time.messages.ts'
import { TimeNavigation } from './time-navigation.tsx'
import '../invoices/invoices.css'
import './time.css'

const route = getRouteApi('/time/bill')

/** The maximum range of a report, in days. */
const maxReportDays = 3650

/** The billed period. Defaults to everything until today. */
function useBillingPeriod() {
  const { from, to = today() } = route.useSearch()
  return { from: from ?? addDays(to, -maxReportDays), to }
}

/** Unbilled time by client, with a dialog that creates an invoice. */
export function BillTimePage() {
  const may = useMay()
  const { client } = route.useSearch()
  return (
    <Page title={messages.bill.title} about={messages.bill.about}>
      <TimeNavigation />
      {may('invoiceFromTimeEntries') && may('timeReport') ? (
        <>
          <PeriodFields />
          <UnbilledClients />
          {client && <BillDialog key={client} clientId={client} />}
        </>
      ) : (
        <ForbiddenState />
      )}
    </Page>
  )
}

function PeriodFields() {
  const search = route.useSearch()
  const navigate = useNavigate()
  const go = (changed: { from?: string; to?: string }) => {
    const { from, to } = { ...search, ...changed }
    navigate({ to: '/time/bill', search: { ...(from && { from }), ...(to && { to }) }, replace: true })
  }
  return (
    <div className="week-bar">
      <TextField
        label={messages.bill.from}
        type="date"
        value={search.from ?? ''}
        onChange={({ currentTarget: { value } }) => go({ from: value })}
      />
      <TextField
        label={messages.bill.to}
        type="date"
        value={search.to ?? today()}
        onChange={({ currentTarget: { value } }) => go({ to: value })}
      />
    </div>
  )
}

/** Rows without an id belong to no client and cannot be billed. */
const isBillable = (row: ReportRowFragment): row is ReportRowFragment & { id: string; name: string } =>
  Boolean(row.id && row.name && row.seconds > 0)

function UnbilledClients() {
  const search = route.useSearch()
  const navigate = useNavigate()
  const answer = useQuery(UnbilledByClientDocument, useBillingPeriod(), ['time_entry', 'invoice', 'client'])
  return (
    <section className="card" aria-label={messages.bill.open}>
      <QueryResult query={answer} pick={({ timeReport }) => timeReport}>
        {({ rows }) => {
          const own = rows.filter(isBillable)
          return own.length === 0 ? (
            <EmptyState icon={ReceiptText} title={messages.bill.none}>
              {messages.bill.noneText}
            </EmptyState>
          ) : (
            <Table
              label={messages.bill.open}
              rows={own}
              columns={[
                { label: messages.bill.client, kind: 'main', show: ({ name }) => name },
                { label: messages.bill.hours, kind: 'figure', show: ({ seconds }) => formatHours(seconds) },
                {
                  label: t.actions,
                  kind: 'act',
                  show: ({ id, name }) => (
                    <Button
                      variant="small"
                      aria-label={messages.bill.of(name)}
                      onClick={() => navigate({ to: '/time/bill', search: { ...search, client: id }, replace: true })}
                    >
                      {messages.pages.bill}
                    </Button>
                  ),
                },
              ]}
            />
          )
        }}
      </QueryResult>
    </section>
  )
}

/** Selects the time of a client to bill. */
function BillDialog({ clientId }: { clientId: string }) {
  const { project, client: _client, ...search } = route.useSearch()
  const navigate = useNavigate()
  const period = useBillingPeriod()
  const answer = useQuery(UnbilledOfClientDocument, { clientId, ...period }, ['time_entry'])
  const [bill] = useMutation(BillTimeDocument)
  const [chosen, choose] = useState({ projectId: project ?? '', per: 'task' as keyof typeof messages.bill.pers })
  const close = () => navigate({ to: '/time/bill', search, replace: true })
  return (
    <Dialog title={messages.bill.of(answer.data?.client?.name ?? '')} isOpen isWide onClose={close}>
      <QueryResult query={answer} pick={({ timeReport }) => timeReport}>
        {({ rows, totals }) => {
          const own = rows.filter(isBillable)
          // The preselected project may have been billed meanwhile. Then all projects are selected.
          const projectId = own.some(({ id }) => id === chosen.projectId) ? chosen.projectId : ''
          const input = { clientId, ...period, projectId: projectId || null, per: chosen.per }
          return own.length === 0 ? (
            <>
              <p>{messages.bill.noneText}</p>
              <div className="actions">
                <Button onClick={close} autoFocus>
                  {t.close}
                </Button>
              </div>
            </>
          ) : (
            <Form
              send={() => bill({ input })}
              onDone={({ invoiceFromTimeEntries: { id } }) => navigate({ to: '/invoices/$id', params: { id } })}
            >
              {({ isBusy }) => (
                <>
                  <fieldset className="field">
                    <legend>{messages.bill.what}</legend>
                    {[{ id: '', name: messages.bill.all, ...totals }, ...own].map(({ id, name, seconds }) => (
                      <Checkbox
                        key={id}
                        type="radio"
                        name="projectId"
                        value={id}
                        checked={id === projectId}
                        onChange={() => choose({ ...chosen, projectId: id })}
                        label={name}
                        hint={formatHours(seconds)}
                      />
                    ))}
                  </fieldset>
                  <SelectField
                    label={messages.bill.per}
                    name="per"
                    options={messages.bill.pers}
                    value={chosen.per}
                    onChange={({ currentTarget: { value } }) => choose({ ...chosen, per: value as typeof chosen.per })}
                  />
                  <InvoicePreview input={input} />
                  <div className="actions">
                    <Button onClick={close}>{t.cancel}</Button>
                    <Button type="submit" variant="primary" isBusy={isBusy} autoFocus>
                      {messages.bill.create}
                    </Button>
                  </div>
                </>
              )}
            </Form>
          )
        }}
      </QueryResult>
    </Dialog>
  )
}

/** Preview of the draft as calculated by the service, or why none can be created. */
function InvoicePreview({ input }: { input: BillTimeInput }) {
  const answer = useQuery(BilledTimeDocument, { input }, ['time_entry', 'client', 'project', 'task'])
  const { problem } = answer
  const isRefused = problem && ['invalid_state', 'validation_failed'].includes(problem.code)
  return (
    <section className="card" aria-label={messages.bill.draft}>
      {isRefused ? (
        <div className="part">
          <Notice variant="warn">{problem.message}</Notice>
        </div>
      ) : (
        <QueryResult query={answer} pick={({ timeEntriesPreview }) => timeEntriesPreview}>
          {(document) => <LineItemsAndTotals document={document} />}
        </QueryResult>
      )}
    </section>
  )
}
