import { type QuoteDataFragment, ResendQuoteDocument, SendQuoteDocument } from '#schema/web/graphql'
import { useMutation } from '../graphql/client.ts'
import { formatDate, formatMoney } from '../i18n/format.ts'
import { SendToSignDialog } from '../signing/send-to-sign-dialog.tsx'
import { useVersionGuard } from '../ui/version-guard.ts'
import { messages } from './quotes.messages.ts'

interface SendQuoteDialogProps {
  quote: QuoteDataFragment
  /** Resends the archived version. */
  isAgain?: boolean
  onClose: () => void
  onSent: (text: string) => void
  /** Called if the document has been changed meanwhile. */
  onChanged?: (text: string) => void
}

export function SendQuoteDialog({
  quote,
  isAgain = false,
  onChanged = () => undefined,
  ...given
}: SendQuoteDialogProps) {
  const [send] = useMutation(SendQuoteDocument)
  const [resend] = useMutation(ResendQuoteDocument)
  const guardVersion = useVersionGuard(['quote.updated', 'quote.sent'], onChanged)
  const { id } = quote
  return (
    <SendToSignDialog
      document={quote}
      messages={messages.sending}
      about={messages.sending.about(formatMoney(quote.totalCents), formatDate(quote.validUntil))}
      send={async (input) => {
        const { data, problem } = isAgain
          ? await resend({ id, input })
          : await guardVersion(quote, (version) => send({ id, version, input }))
        return data ? { data: 'sendQuote' in data ? data.sendQuote : data.resendQuote } : { problem }
      }}
      isAgain={isAgain}
      {...given}
    />
  )
}
