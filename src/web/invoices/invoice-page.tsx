import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { InvoiceDataDocument, type InvoiceDataFragment } from '#schema/web/graphql'
import { useQuery } from '../graphql/client.ts'
import { t } from '../i18n/locale.ts'
import { useMay } from '../session.ts'
import { type Feedback, StatusMessage } from '../ui/feedback.tsx'
import { Page } from '../ui/page.tsx'
import { UndeliveredBadge } from '../ui/undelivered.tsx'
import { CardUntilLoaded, SavedDocumentPreview, useFreshSignedUrls } from './document-parts.tsx'
import { toDraft } from './draft.ts'
import { HeldDraftBoundary } from './held-draft.tsx'
import { InvoiceBadge } from './invoice-columns.tsx'
import { type InvoiceDefaults, toInvoiceDefaults, useInvoiceDefaults } from './invoice-defaults.ts'
import { InvoiceForm } from './invoice-form.tsx'
import { messages } from './invoices.messages.ts'
import { IssuedInvoice } from './issued-invoice.tsx'
import { SendInvoiceDialog } from './send-invoice-dialog.tsx'
import './invoices.css'

const route = getRouteApi('/invoices/$id')

export function InvoicePage() {
  const { id } = route.useParams()
  const answer = useQuery(InvoiceDataDocument, { id }, ['invoice'])
  const { retry } = answer
  useFreshSignedUrls(retry)
  const invoice = answer.data?.invoice
  const title = invoice
    ? invoice.number
      ? `${messages.titles[invoice.kind]} ${invoice.number}`
      : messages.draftFor(messages.titles[invoice.kind], invoice.client.name)
    : t.invoices.title
  return (
    <Page
      title={title}
      about={
        invoice && (
          <>
            <InvoiceBadge status={invoice.status} />
            <UndeliveredBadge delivery={invoice.delivery} />
          </>
        )
      }
    >
      <HeldDraftBoundary
        answer={answer}
        pick={({ invoice: found }) => found}
        isDraft={({ status }) => status === 'draft'}
      >
        {(found) => <InvoiceContent key={found.id} invoice={found} retry={retry} />}
      </HeldDraftBoundary>
    </Page>
  )
}

function InvoiceContent({ invoice, retry }: { invoice: InvoiceDataFragment; retry: () => void }) {
  const { send } = route.useSearch()
  const navigate = useNavigate()
  const may = useMay()
  const [feedback, setFeedback] = useState<Feedback>()
  const isDraft = invoice.status === 'draft'
  const closeSending = () => navigate({ to: '/invoices/$id', params: { id: invoice.id }, search: {}, replace: true })
  const changed = (text: string) => {
    setFeedback({ variant: 'warn', text })
    retry()
  }
  // The service adds the advances to a final invoice, so its lines cannot be edited here.
  const isEdited = isDraft && may('updateInvoice') && invoice.kind !== 'final'
  return (
    <>
      <StatusMessage {...feedback} />
      <div className="desk">
        {isEdited ? (
          <InvoiceEditor {...{ invoice, retry }} />
        ) : (
          <>
            <IssuedInvoice {...{ invoice, retry }} showFeedback={setFeedback} />
            <SavedDocumentPreview document={invoice} />
          </>
        )}
      </div>
      {send && isDraft && may('sendInvoice') && (
        <SendInvoiceDialog
          invoice={invoice}
          onClose={closeSending}
          onChanged={changed}
          onSent={(text) => {
            setFeedback({ variant: 'good', text })
            closeSending()
          }}
        />
      )}
    </>
  )
}

interface InvoiceEditorProps {
  invoice: InvoiceDataFragment
  retry: () => void
}

function InvoiceEditor({ invoice, retry }: InvoiceEditorProps) {
  const answer = useInvoiceDefaults(invoice.client.id)
  return (
    <CardUntilLoaded query={answer} pick={toInvoiceDefaults}>
      {(choices) => <LoadedInvoiceEditor {...{ invoice, retry, choices }} />}
    </CardUntilLoaded>
  )
}

function LoadedInvoiceEditor({ invoice, retry, choices }: InvoiceEditorProps & { choices: InvoiceDefaults }) {
  const initial = useMemo(() => toDraft(invoice), [invoice])
  return <InvoiceForm {...{ invoice, initial, choices }} onConflict={retry} />
}
