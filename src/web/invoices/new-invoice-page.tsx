import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { addDays, today } from '../i18n/dates.ts'
import { useMay } from '../session.ts'
import { Page } from '../ui/page.tsx'
import { ForbiddenState } from '../ui/query-result.tsx'
import { CardUntilLoaded } from './document-parts.tsx'
import { createLine, noDiscount } from './draft.ts'
import { type InvoiceDefaults, toInvoiceDefaults, useInvoiceDefaults } from './invoice-defaults.ts'
import { InvoiceForm } from './invoice-form.tsx'
import { messages } from './invoices.messages.ts'
import './invoices.css'

const route = getRouteApi('/invoices/new')

export function NewInvoicePage() {
  const { client = '' } = route.useSearch()
  const may = useMay()
  const answer = useInvoiceDefaults(client)
  return (
    <Page title={messages.create}>
      {may('createInvoice') ? (
        <div className="desk">
          <CardUntilLoaded query={answer} pick={toInvoiceDefaults}>
            {(choices) => <NewInvoiceForm choices={choices} />}
          </CardUntilLoaded>
        </div>
      ) : (
        <div className="card">
          <ForbiddenState />
        </div>
      )}
    </Page>
  )
}

function NewInvoiceForm({ choices }: { choices: InvoiceDefaults }) {
  const [initial] = useState(() => {
    const { client } = choices
    const issueDate = today()
    return {
      clientId: client?.id ?? '',
      issueDate,
      dueDate: addDays(issueDate, client?.paymentTermsDays ?? choices.defaultPaymentTermsDays),
      ...{ serviceFrom: '', serviceTo: '', introduction: '', closing: '' },
      lines: [createLine(choices.smallBusiness ? '0' : '19')],
      cashDiscount: noDiscount,
    }
  })
  return <InvoiceForm initial={initial} choices={choices} />
}
