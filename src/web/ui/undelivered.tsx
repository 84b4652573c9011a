import type { InvoiceDataFragment } from '#schema/web/graphql'
import type { Outcome } from '../graphql/fetch-graphql.ts'
import { formatDateTime } from '../i18n/format.ts'
import { t } from '../i18n/locale.ts'
import { Button } from './button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Notice } from './notice.tsx'

type Delivery = InvoiceDataFragment['delivery']

export const isUndelivered = (delivery?: Pick<Delivery, 'state'> | null) =>
  delivery?.state === 'failed' || delivery?.state === 'bounced'

/** Beside the status "sent": the mail was not delivered. */
export const UndeliveredBadge = ({ delivery }: { delivery: Pick<Delivery, 'state'> | null }) =>
  isUndelivered(delivery) && (
    <>
      {' '}
      <span className="badge danger">{t.delivery.undelivered}</span>
    </>
  )

function textOf({ to, at }: Delivery) {
  const moment = at ? formatDateTime(at) : ''
  return to.length > 1 ? t.delivery.aboutSeveral(moment) : t.delivery.about(to.join(', '), moment)
}

interface NoticeProps {
  delivery: Delivery
  /** Omitted without permission. */
  onResend?: (() => void) | false
}

/** Tells that the last mail was not delivered, to whom and why. */
export const UndeliveredNotice = ({ delivery, onResend }: NoticeProps) =>
  isUndelivered(delivery) && (
    <Notice variant="danger">
      <p>{textOf(delivery)}</p>
      {delivery.reason && <p className="quiet">{delivery.reason}</p>}
      {onResend && (
        <Button variant="small" onClick={onResend}>
          {t.delivery.resend}
        </Button>
      )}
    </Notice>
  )

interface ResendDialogProps<R> {
  to: string
  send: () => Promise<Outcome<R>>
  onDone: (text: string) => void
  onClose: () => void
}

/** Asks before the same mail is sent again. */
export const ResendDialog = <R,>({ to, send, onDone, onClose }: ResendDialogProps<R>) => (
  <ConfirmDialog
    title={t.delivery.resendTitle}
    text={t.delivery.resendText(to)}
    label={t.delivery.resend}
    isDangerous={false}
    send={send}
    onDone={() => onDone(t.delivery.resent(to))}
    onClose={onClose}
  />
)
