import { useState } from 'react'
import {
  type QuoteDataFragment,
  ResendQuoteDocument,
  SendQuoteDocument,
  UpdateClientDocument,
} from '../../../schema/web/graphql.ts'
import { useMutation } from '../graphql/client.ts'
import type { Outcome } from '../graphql/send.ts'
import { useMay } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Area, Check, Field } from '../ui/field.tsx'
import { type Filled, Form } from '../ui/form.tsx'
import { words, writeDay, writeMoney } from '../words/words.ts'
import { said } from './quotes.words.ts'

interface SendQuoteProps {
  quote: QuoteDataFragment
  /** It was sent before: what was archived goes out anew. */
  isAgain?: boolean
  onClose: () => void
  onSent: (told: string) => void
}

/** The last look at a quote: whom it goes to, with which words. */
export function SendQuote({ quote, isAgain = false, onClose, onSent }: SendQuoteProps) {
  const may = useMay()
  const [isUnmailed, setUnmailed] = useState(false)
  const [send] = useMutation(SendQuoteDocument)
  const [resend] = useMutation(ResendQuoteDocument)
  const [updateClient] = useMutation(UpdateClientDocument)
  const { id, client, number } = quote
  const submit = async ({
    email = '',
    message,
  }: Filled): Promise<Outcome<{ sent: Pick<QuoteDataFragment, 'number'>; to: string }>> => {
    const to = email.trim()
    // What was missing of the client is known from then on.
    if (to && !client.email && may('updateClient')) {
      const { problem } = await updateClient({ id: client.id, input: { email: to } })
      if (problem) return { problem }
    }
    const input = isUnmailed
      ? { channel: 'none' as const }
      : { message: message?.trim() || null, ...(to !== (client.email ?? '') && { to: [to] }) }
    const { data, problem } = isAgain ? await resend({ id, input }) : await send({ id, input })
    if (data) return { data: { sent: 'sendQuote' in data ? data.sendQuote : data.resendQuote, to } }
    return { problem: { ...problem, fields: { ...problem.paths, ...problem.fields } } }
  }
  return (
    <Dialog
      title={isAgain ? said.sending.again(number ?? '') : said.sending.title(client.name)}
      isOpen
      onClose={onClose}
      isQuestion
      isWide
    >
      <p className="quiet">
        {isAgain
          ? said.sending.aboutAgain
          : said.sending.about(writeMoney(quote.totalCents), writeDay(quote.validUntil))}
      </p>
      <Form
        send={submit}
        onDone={({ sent, to }) =>
          onSent(isUnmailed ? said.sending.locked(sent.number ?? '') : said.sending.sent(sent.number ?? '', to))
        }
      >
        {({ wrong, isBusy }) => (
          <>
            {!isUnmailed && (
              <>
                <Field
                  label={said.sending.email}
                  name="email"
                  type="email"
                  required
                  autoFocus={!client.email}
                  defaultValue={client.email ?? ''}
                  wrong={wrong.email ?? wrong['to.0'] ?? wrong['client.email']}
                />
                <Area
                  label={said.sending.message}
                  hint={said.sending.messageHint}
                  name="message"
                  maxLength={5000}
                  wrong={wrong.message}
                />
              </>
            )}
            {!isAgain && (
              <Check
                label={said.sending.noMail}
                hint={said.sending.noMailHint}
                checked={isUnmailed}
                onChange={({ currentTarget }) => setUnmailed(currentTarget.checked)}
              />
            )}
            <div className="actions">
              <Button onClick={onClose}>{words.cancel}</Button>
              <Button type="submit" look="primary" isBusy={isBusy} autoFocus={Boolean(client.email)}>
                {said.send}
              </Button>
            </div>
          </>
        )}
      </Form>
    </Dialog>
  )
}
