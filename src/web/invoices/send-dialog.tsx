import { useState } from 'react'
import {
  CompleteSenderDocument,
  type InvoiceDataFragment,
  SendInvoiceDocument,
  SendingDocument,
  type SendingQuery,
  UpdateClientDocument,
} from '../../../schema/web/graphql.ts'
import { useMutation, useQuery } from '../graphql/client.ts'
import type { Outcome, Problem } from '../graphql/send.ts'
import { useMay } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { countries } from '../ui/countries.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Check, Choice, Field } from '../ui/field.tsx'
import { type Filled, Form } from '../ui/form.tsx'
import { Notice } from '../ui/notice.tsx'
import { Loaded } from '../ui/states.tsx'
import { words, writeMoney } from '../words/words.ts'
import { draftOf, lineInput } from './draft.ts'
import { said } from './invoices.words.ts'

interface SendDialogProps {
  invoice: InvoiceDataFragment
  onClose: () => void
  onSent: (told: string) => void
}

/** The last look at an invoice: whom it goes to, and what of a valid one is still missing, which is asked for here. */
export function SendDialog({ invoice, onClose, onSent }: SendDialogProps) {
  const [input] = useState(() => ({
    clientId: invoice.client.id,
    lineItems: draftOf(invoice).lines.map(lineInput),
  }))
  const answer = useQuery(SendingDocument, { clientId: invoice.client.id, input })
  return (
    <Dialog title={said.sending.title(invoice.client.name)} isOpen onClose={onClose} isQuestion isWide>
      <Loaded answer={answer} pick={whole}>
        {(found) => <Sending {...{ invoice, found, onClose, onSent }} onRefused={answer.retry} />}
      </Loaded>
    </Dialog>
  )
}

interface Found {
  preview: NonNullable<SendingQuery['invoicePreview']>
  client: NonNullable<SendingQuery['client']>
  organization: NonNullable<SendingQuery['organization']>
}

const whole = ({ invoicePreview: preview, client, organization }: SendingQuery): Found | null =>
  preview && client && organization ? { preview, client, organization } : null

/** `organization.tax_number` as a form names it: `organization.taxNumber`. */
const fieldOf = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

function Sending({
  invoice,
  found: { preview, client, organization },
  onClose,
  onSent,
  onRefused,
}: SendDialogProps & { found: Found; onRefused: () => void }) {
  const may = useMay()
  const [completeSender] = useMutation(CompleteSenderDocument)
  const [updateClient] = useMutation(UpdateClientDocument)
  const [sendInvoice] = useMutation(SendInvoiceDocument)
  const [isUnmailed, setUnmailed] = useState(false)
  const lacking = preview.missing.map(fieldOf)
  const of = (owner: 'organization' | 'client') =>
    lacking.filter((each) => each.startsWith(`${owner}.`)).map((each) => each.slice(owner.length + 1))
  // The tax office gives one or the other, and either will do.
  const either = lacking.includes('organization.taxNumber') ? ['vatId'] : []
  const mayComplete = may('updateOrganization')
  const bank = mayComplete && !organization.iban && !lacking.includes('organization.iban') ? ['iban'] : []
  const ours = [...of('organization'), ...either.filter((name) => !organization[name as 'vatId']), ...bank]
  const theirs = of('client').filter((name) => name !== 'email' || !isUnmailed)
  const isStuck = of('organization').length > 0 && !mayComplete
  const isMixed = lacking.includes('lineItems')
  const email = client.invoiceEmail ?? client.email
  const total = writeMoney(invoice.totalCents)

  const send = async (filled: Filled): Promise<Outcome<InvoiceDataFragment>> => {
    const given = (owner: string) =>
      Object.fromEntries(
        Object.entries(filled)
          .filter(([name, text]) => name.startsWith(`${owner}.`) && text.trim())
          .map(([name, text]) => [name.slice(owner.length + 1), text.trim()]),
      )
    const refused = (problem: Problem, owner?: string): { problem: Problem } => ({
      problem: owner
        ? {
            ...problem,
            fields: Object.fromEntries(
              Object.entries(problem.fields).map(([name, text]) => [`${owner}.${name}`, text]),
            ),
          }
        : { ...problem, fields: problem.paths ?? {} },
    })
    if (Object.keys(given('organization')).length > 0) {
      const { problem } = await completeSender({ input: given('organization') })
      if (problem) return refused(problem, 'organization')
    }
    if (Object.keys(given('client')).length > 0) {
      const { problem } = await updateClient({ id: client.id, input: given('client') })
      if (problem) return refused(problem, 'client')
    }
    const { data, problem } = await sendInvoice({ id: invoice.id, input: isUnmailed ? { channel: 'none' } : null })
    if (data) return { data: data.sendInvoice }
    onRefused()
    return refused(problem)
  }
  const done = ({ number, client: now }: InvoiceDataFragment) =>
    onSent(isUnmailed ? said.locked(number ?? '') : said.sent(number ?? '', now.invoiceEmail ?? now.email ?? ''))
  if (isStuck)
    return (
      <>
        <Notice look="warn">
          {said.sending.notMine(
            of('organization')
              .map((name) => said.fields[name] ?? name)
              .join(', '),
          )}
        </Notice>
        <div className="actions">
          <Button onClick={onClose}>{words.close}</Button>
        </div>
      </>
    )
  return (
    <Form send={send} onDone={done}>
      {({ wrong, isBusy }) => {
        const fields = (owner: 'organization' | 'client', names: readonly string[]) =>
          names.map((name, index) => {
            const field = `${owner}.${name}`
            const label = said.fields[name] ?? name
            if (name === 'country')
              return (
                <Choice
                  key={field}
                  label={label}
                  name={field}
                  options={countries()}
                  defaultValue="DE"
                  wrong={wrong[field]}
                />
              )
            return (
              <Field
                key={field}
                label={label}
                name={field}
                type={name === 'email' ? 'email' : 'text'}
                required={!(either.length > 0 && ['taxNumber', 'vatId'].includes(name)) && name !== 'iban'}
                hint={
                  name === 'iban'
                    ? said.sending.ibanHint
                    : either.length > 0 && name === 'taxNumber'
                      ? said.sending.either
                      : undefined
                }
                autoFocus={index === 0 && (owner === 'organization' || ours.length === 0)}
                wrong={wrong[field]}
              />
            )
          })
        return (
          <>
            <p className="quiet">
              {isUnmailed || !email ? said.sending.toNobody(total) : said.sending.to(email, total)}
            </p>
            {isMixed && <Notice look="danger">{said.sending.mixed}</Notice>}
            {ours.length > 0 && (
              <fieldset className="asked">
                <legend>{said.sending.ours}</legend>
                <div className="row">{fields('organization', ours)}</div>
              </fieldset>
            )}
            {theirs.length > 0 && (
              <fieldset className="asked">
                <legend>{said.sending.theirs(client.name)}</legend>
                <div className="row">{fields('client', theirs)}</div>
              </fieldset>
            )}
            <Check
              label={said.sending.noMail}
              hint={said.sending.noMailHint}
              checked={isUnmailed}
              onChange={({ currentTarget }) => setUnmailed(currentTarget.checked)}
            />
            <div className="actions">
              <Button onClick={onClose}>{words.cancel}</Button>
              <Button
                type="submit"
                look="primary"
                isBusy={isBusy}
                disabled={isMixed}
                autoFocus={ours.length === 0 && theirs.length === 0}
              >
                {said.sending.submit}
              </Button>
            </div>
          </>
        )
      }}
    </Form>
  )
}
