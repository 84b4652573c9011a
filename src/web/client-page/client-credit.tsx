import { useState } from 'react'
import { ClientCreditDocument, RefundClientDocument, RefundsOfClientDocument } from '#schema/web/graphql'
import { messages } from '../clients/clients.messages.ts'
import { useMutation, useQuery } from '../graphql/client.ts'
import { formatDate, formatMoney } from '../i18n/format.ts'
import { messages as invoiceMessages } from '../invoices/invoices.messages.ts'
import { MoneyForm } from '../invoices/money-form.tsx'
import { useMay } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { StatusMessage, useAction } from '../ui/feedback.tsx'
import { RelatedRecords } from './related-records.tsx'

/** The client's credit from overpayments and its refunds. Hidden if there are none. */
export function ClientCredit({ id, name }: { id: string; name: string }) {
  const may = useMay()
  const [page, onTurn] = useState(1)
  const { pendingAction, begin, feedback, end, close } = useAction<'refund'>()
  const credit = useQuery(ClientCreditDocument, { id }, ['invoice']).data?.client?.creditCents ?? 0
  const refunds = useQuery(RefundsOfClientDocument, { id, page })
  const isThere = credit > 0 || Boolean(refunds.data?.clientRefunds?.total)
  return (
    <>
      <StatusMessage {...feedback} />
      {isThere && (
        <RelatedRecords
          title={messages.credit.title}
          none={messages.credit.none}
          action={
            credit > 0 && (
              <div className="actions">
                <span className="quiet">{messages.credit.there(formatMoney(credit))}</span>
                {may('refundClient') && (
                  <Button variant="small" onClick={() => begin('refund')}>
                    {messages.credit.giveBack}
                  </Button>
                )}
              </div>
            )
          }
          answer={refunds}
          pick={({ clientRefunds: found }) => found && { total: found.total, rows: found.refunds }}
          columns={[
            {
              label: messages.credit.paidAt,
              kind: 'main',
              show: ({ paidAt }) => <time dateTime={paidAt}>{formatDate(paidAt)}</time>,
            },
            { label: invoiceMessages.payment.method, show: ({ method }) => invoiceMessages.payment.methods[method] },
            { label: invoiceMessages.payment.reference, show: ({ reference }) => reference },
            {
              label: invoiceMessages.payment.amount,
              kind: 'figure',
              show: ({ amountCents }) => formatMoney(amountCents),
            },
          ]}
          {...{ page, onTurn }}
        />
      )}
      {pendingAction && (
        <RefundDialog
          {...{ id, name, credit }}
          onClose={close}
          onDone={(amountCents) => end(messages.credit.done(formatMoney(amountCents)))}
        />
      )}
    </>
  )
}

interface RefundDialogProps {
  id: string
  name: string
  credit: number
  onClose: () => void
  onDone: (amountCents: number) => void
}

function RefundDialog({ id, name, credit, onClose, onDone }: RefundDialogProps) {
  const [refund] = useMutation(RefundClientDocument)
  return (
    <Dialog title={messages.credit.sure(name)} isOpen isQuestion onClose={onClose}>
      <p className="quiet">{messages.credit.text}</p>
      <MoneyForm
        dueCents={credit}
        texts={messages.credit}
        send={async (money) => {
          const { problem } = await refund({ id, input: money })
          return problem ? { problem } : { data: money.amountCents }
        }}
        {...{ onDone, onClose }}
      />
    </Dialog>
  )
}
