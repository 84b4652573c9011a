import { useRef, useState } from 'react'
import { type InvoiceDataFragment, SendInvoiceDocument, SendingDocument, type SendingQuery } from '#schema/web/graphql'
import { useMutation, useQuery } from '../graphql/client.ts'
import type { Outcome } from '../graphql/fetch-graphql.ts'
import { formatMoney } from '../i18n/format.ts'
import { t } from '../i18n/locale.ts'
import { useMay } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Checkbox } from '../ui/field.tsx'
import { Form, type FormValues } from '../ui/form.tsx'
import { Notice } from '../ui/notice.tsx'
import { QueryResult } from '../ui/query-result.tsx'
import { useVersionGuard } from '../ui/version-guard.ts'
import { toDraft, toLineInput } from './draft.ts'
import { messages } from './invoices.messages.ts'
import { MissingFields, MissingSenderNotice, missingFields, useSaveMissingFields } from './missing-fields.tsx'
import { WarningNotices } from './warning-notices.tsx'

interface SendInvoiceDialogProps {
  invoice: InvoiceDataFragment
  onClose: () => void
  onSent: (text: string) => void
  /** Called if the document has been changed meanwhile. */
  onChanged: (text: string) => void
}

/** Confirms sending an invoice and asks for missing fields. */
export function SendInvoiceDialog({ invoice, ...given }: SendInvoiceDialogProps) {
  const clientId = invoice.client.id
  const answer = useQuery(SendingDocument, {
    clientId,
    input: { clientId, lineItems: toDraft(invoice).lines.map(toLineInput) },
  })
  // Keeps the previous data until new data has arrived.
  const before = useRef<SendingQuery>(undefined)
  const data = answer.data ?? before.current
  before.current = data
  return (
    <Dialog title={messages.sending.title(invoice.client.name)} isOpen onClose={given.onClose} isQuestion isWide>
      <QueryResult query={{ ...answer, data }} pick={toSendingData}>
        {(found) => <SendInvoiceForm {...{ invoice, found }} {...given} onRefused={answer.retry} />}
      </QueryResult>
    </Dialog>
  )
}

interface SendingData {
  preview: NonNullable<SendingQuery['invoicePreview']>
  client: NonNullable<SendingQuery['client']>
  organization: NonNullable<SendingQuery['organization']>
}

const toSendingData = ({ invoicePreview: preview, client, organization }: SendingQuery): SendingData | null =>
  preview && client && organization ? { preview, client, organization } : null

function SendInvoiceForm({
  invoice,
  found: { preview, client, organization },
  onClose,
  onSent,
  onChanged,
  onRefused,
}: SendInvoiceDialogProps & { found: SendingData; onRefused: () => void }) {
  const may = useMay()
  const complete = useSaveMissingFields(client.id)
  const [sendInvoice] = useMutation(SendInvoiceDocument)
  const guardVersion = useVersionGuard(['invoice.updated', 'invoice.sent'], onChanged)
  const [isUnmailed, setUnmailed] = useState(false)
  const { lacking, ...missing } = missingFields(preview.missing)
  // A tax number or a VAT ID is enough.
  const isEither = missing.ours.includes('taxNumber')
  const mayComplete = may('updateOrganization')
  const bank = mayComplete && !organization.iban && !missing.ours.includes('iban') ? ['iban'] : []
  const ours = [...missing.ours, ...(isEither && !organization.vatId ? ['vatId'] : []), ...bank]
  const theirs = missing.theirs.filter((name) => name !== 'email' || !isUnmailed)
  const isStuck = missing.ours.length > 0 && !mayComplete
  const isMixed = lacking.includes('lineItems')
  const email = client.invoiceEmail ?? client.email
  const total = formatMoney(invoice.totalCents)

  const send = async (filled: FormValues): Promise<Outcome<InvoiceDataFragment>> => {
    const refused = await complete(filled)
    if (refused) return { problem: refused }
    const input = isUnmailed ? ({ channel: 'none' } as const) : email ? { to: [email] } : null
    const { data, problem } = await guardVersion(invoice, (version) => sendInvoice({ id: invoice.id, version, input }))
    if (data) return { data: data.sendInvoice }
    onRefused()
    return { problem: { ...problem, fields: problem.paths ?? {} } }
  }
  const done = ({ number, client: now }: InvoiceDataFragment) =>
    onSent(
      isUnmailed
        ? messages.locked(number ?? '')
        : messages.sent(number ?? '', email ?? now.invoiceEmail ?? now.email ?? ''),
    )
  if (isStuck) return <MissingSenderNotice names={missing.ours} onClose={onClose} />
  return (
    <Form send={send} onDone={done}>
      {({ errors, isBusy }) => (
        <>
          <p className="quiet">
            {isUnmailed || !email ? messages.sending.toNobody(total) : messages.sending.to(email, total)}
          </p>
          {/* Warnings are hidden if they were the reason for the refusal. */}
          {Object.keys(errors).length === 0 && <WarningNotices warnings={invoice.warnings} />}
          {isMixed && <Notice variant="danger">{messages.sending.mixed}</Notice>}
          <MissingFields {...{ ours, theirs, isEither, errors }} clientName={client.name} />
          <Checkbox
            label={messages.sending.noMail}
            hint={messages.sending.noMailHint}
            checked={isUnmailed}
            onChange={({ currentTarget }) => setUnmailed(currentTarget.checked)}
          />
          <div className="actions">
            <Button onClick={onClose}>{t.cancel}</Button>
            <Button
              type="submit"
              variant="primary"
              isBusy={isBusy}
              disabled={isMixed}
              autoFocus={ours.length === 0 && theirs.length === 0}
            >
              {messages.sending.submit}
            </Button>
          </div>
        </>
      )}
    </Form>
  )
}
