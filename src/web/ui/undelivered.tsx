import type { InvoiceDataFragment } from '../../../schema/web/graphql.ts'
import { words, writeMoment } from '../words/words.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

type Delivery = InvoiceDataFragment['delivery']

const isUndelivered = ({ state }: Pick<Delivery, 'state'>) => state === 'failed' || state === 'bounced'

/** Beside a status that says "sent": the mail did not arrive. */
export const UndeliveredBadge = ({ delivery }: { delivery: Pick<Delivery, 'state'> }) =>
  isUndelivered(delivery) && (
    <>
      {' '}
      <span className="badge danger">{words.delivery.undelivered}</span>
    </>
  )

interface NoticeProps {
  delivery: Delivery
  /** Sends it again; absent where the reader may not. */
  onResend?: (() => void) | false
}

/** Says that the last mail did not arrive, to whom and why, with what to do. */
export const UndeliveredNotice = ({ delivery, onResend }: NoticeProps) =>
  isUndelivered(delivery) && (
    <Notice look="danger">
      <p>{words.delivery.about(delivery.to.join(', '), delivery.at ? writeMoment(delivery.at) : '')}</p>
      {delivery.reason && <p className="quiet">{delivery.reason}</p>}
      {onResend && (
        <Button look="small" onClick={onResend}>
          {words.delivery.resend}
        </Button>
      )}
    </Notice>
  )
