import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import {
  ClientDataDocument,
  type ClientDataFragment,
  DeleteClientDocument,
  InvoicesOfClientDocument,
} from '#schema/web/graphql'
import { ClientForm, clientFieldLabels } from '../clients/client-form.tsx'
import { messages } from '../clients/clients.messages.ts'
import { messages as erasure } from '../erasure/erasure.messages.ts'
import { useMutation, useQuery } from '../graphql/client.ts'
import { formatMoney } from '../i18n/format.ts'
import { t } from '../i18n/locale.ts'
import { invoiceColumns } from '../invoices/invoice-columns.tsx'
import { useMay } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { countries } from '../ui/countries.ts'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { ForbiddenState, QueryResult } from '../ui/query-result.tsx'
import { VersionedForm } from '../ui/versioned-form.tsx'
import { ClientCredit } from './client-credit.tsx'
import { ClientAppointments, ClientBookings, ClientRecurringInvoices, ClientTime } from './client-schedule.tsx'
import { ClientContracts, ClientNotes, ClientProjects, ClientQuotes } from './client-work.tsx'
import { RelatedRecords } from './related-records.tsx'
import './client-page.css'

const ClientErasure = lazyDialog(() => import('../erasure/erasure-dialog.tsx').then((it) => it.ClientErasure))

export function NewClient() {
  const navigate = useNavigate()
  const may = useMay()
  return (
    <Page title={messages.create} about={messages.createAbout}>
      <div className="card narrow">
        {may('createClient') ? (
          <div className="part">
            <ClientForm
              onDone={({ id }) => navigate({ to: '/clients/$id', params: { id }, replace: true })}
              onCancel={() => navigate({ to: '/clients', ignoreBlocker: true })}
            />
          </div>
        ) : (
          <ForbiddenState />
        )}
      </div>
    </Page>
  )
}

const editRoute = getRouteApi('/clients/$id/edit')

export function EditClient() {
  const { id } = editRoute.useParams()
  const navigate = useNavigate()
  const may = useMay()
  const answer = useQuery(ClientDataDocument, { id }, ['client'])
  const back = () => navigate({ to: '/clients/$id', params: { id }, replace: true, ignoreBlocker: true })
  return (
    <Page title={answer.data?.client ? messages.editing(answer.data.client.name) : messages.edit}>
      <div className="card narrow">
        {may('updateClient') ? (
          <QueryResult query={answer} pick={({ client }) => client}>
            {(client) => (
              <div className="part">
                <VersionedForm
                  current={client}
                  refetch={answer.retry}
                  fieldNames={clientFieldLabels()}
                  event="client.updated"
                >
                  {(initial, save) => <ClientForm client={initial} save={save} onDone={back} onCancel={back} />}
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

const route = getRouteApi('/clients/$id')

export function ClientPage() {
  const { id } = route.useParams()
  const may = useMay()
  const answer = useQuery(ClientDataDocument, { id }, ['client'])
  const name = answer.data?.client?.name
  const isErased = Boolean(answer.data?.client?.erasedAt)
  return (
    <Page
      title={isErased ? messages.erased : (name ?? t.clients.title)}
      action={
        name &&
        !isErased &&
        may('createInvoice') && (
          <Link to="/invoices/new" search={{ client: id }} className="button primary">
            <Plus size={16} aria-hidden />
            {messages.newInvoice}
          </Link>
        )
      }
    >
      {answer.data?.client ? (
        <div className="beside">
          <div className="related">
            {may('invoices') && <ClientInvoices id={id} />}
            {may('clientRefunds') && <ClientCredit id={id} name={answer.data.client.name} />}
            {may('recurringInvoices') && <ClientRecurringInvoices id={id} />}
            {may('quotes') && <ClientQuotes id={id} />}
            {may('contracts') && <ClientContracts id={id} />}
            {may('projects') && <ClientProjects id={id} />}
            {may('calendarEvents') && <ClientAppointments id={id} />}
            {may('bookings') && <ClientBookings id={id} />}
          </div>
          <div className="related">
            {isErased && <Notice variant="info">{messages.erasedText}</Notice>}
            <ClientDetails client={answer.data.client} isErased={isErased} />
            {may('timeReport') && <ClientTime id={id} />}
            {!isErased && <ClientNotes client={answer.data.client} ask={answer.retry} />}
          </div>
        </div>
      ) : (
        <div className="card">
          <QueryResult query={answer} pick={({ client }) => client}>
            {() => null}
          </QueryResult>
        </div>
      )}
    </Page>
  )
}

function ClientInvoices({ id }: { id: string }) {
  const [page, onTurn] = useState(1)
  const answer = useQuery(InvoicesOfClientDocument, { clientId: id, page }, ['invoice'])
  const open = answer.data?.invoices?.sumOpenCents
  return (
    <RelatedRecords
      title={messages.invoices}
      none={messages.noInvoices}
      action={open ? <span className="quiet">{messages.open(formatMoney(open))}</span> : null}
      answer={answer}
      pick={({ invoices }) => invoices && { total: invoices.total, rows: invoices.invoices }}
      columns={invoiceColumns().filter(({ of }) => of !== 'client')}
      {...{ page, onTurn }}
    />
  )
}

function ClientDetails({ client, isErased }: { client: ClientDataFragment; isErased: boolean }) {
  const may = useMay()
  const navigate = useNavigate()
  const [isDeleting, setDeleting] = useState(false)
  const [isShowingData, setShowingData] = useState(false)
  const { id, name, street, postalCode, city, country } = client
  const place = [postalCode, city].filter(Boolean).join(' ')
  const address = [client.contactName, street, place, street || place ? country && countries()[country] : null].filter(
    Boolean,
  )
  const facts: [string, string | null | undefined][] = [
    [messages.email, client.email],
    [messages.phone, client.phone],
    [messages.kind, messages.kinds[client.kind]],
    [messages.vatId, client.vatId],
    [messages.buyerReference, client.buyerReference],
    [messages.customerNumber, client.customerNumber],
    [messages.registrationNumber, client.registrationNumber],
    [messages.invoiceEmail, client.invoiceEmail],
    [messages.language, client.language ? t.account.languages[client.language as 'de' | 'en'] : null],
    [messages.invoiceFormat, messages.formats[client.invoiceFormat]],
    [messages.paymentTermsDays, client.paymentTermsDays?.toString()],
  ]
  return (
    <section className="card" aria-labelledby="client-data">
      <header className="part over">
        <h2 id="client-data">{messages.data}</h2>
        {!isErased && may('updateClient') && (
          <Link to="/clients/$id/edit" params={{ id }} className="button small">
            <Pencil size={14} aria-hidden />
            {messages.edit}
          </Link>
        )}
      </header>
      <dl className="part facts">
        <div>
          <dt>{messages.parts.address}</dt>
          <dd>
            {address.length > 0 ? (
              address.map((line) => <div key={line}>{line}</div>)
            ) : (
              <span className="quiet">{messages.none}</span>
            )}
          </dd>
        </div>
        {facts
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {!isErased && may('deleteClient') && (
        <div className="part actions">
          {may('eraseClient') && (
            <Button variant={['plain', 'small']} onClick={() => setShowingData(true)}>
              {erasure.show}
            </Button>
          )}
          <Button variant={['plain', 'danger', 'small']} onClick={() => setDeleting(true)}>
            {messages.delete}
          </Button>
        </div>
      )}
      {isShowingData && (
        <ClientErasure
          {...{ id, name }}
          onClose={() => setShowingData(false)}
          onErased={() => navigate({ to: '/clients' })}
        />
      )}
      {isDeleting && (
        <DeleteClientDialog
          id={id}
          name={name}
          onClose={() => setDeleting(false)}
          onDone={() => navigate({ to: '/clients' })}
        />
      )}
    </section>
  )
}

function DeleteClientDialog({
  id,
  name,
  onClose,
  onDone,
}: {
  id: string
  name: string
  onClose: () => void
  onDone: () => void
}) {
  const [remove] = useMutation(DeleteClientDocument)
  return (
    <ConfirmDialog
      title={messages.sure.title(name)}
      text={messages.sure.text}
      label={messages.delete}
      send={() => remove({ id })}
      onDone={onDone}
      onClose={onClose}
    />
  )
}
