import { roles } from '#core/access/policy'
import { select } from '#core/database/select'
import type { NoticeSource } from '#core/operation/notices'
import type { Bilingual } from '#core/text/language'
import { DeliveryState } from './delivery-state.ts'
import { formatFailure, type RecipientOutcomes } from './recipient-outcome.ts'

/** The daily mail of notices. Its own failure is not a notice, as the next one would report it every day. */
export const noticeMailKind = 'notices'

interface Undelivered {
  kind: string
  subjectId: string | null
  subject: string
  to: string[]
  copies: string[]
  outcomes: RecipientOutcomes
  status: DeliveryState
  since: Date
}

/** The last mail about each resource if it failed within 30 days or has been waiting for two days. */
export const undeliveredMails: NoticeSource = {
  kind: 'mail_undelivered',
  readable: new Set(roles.administrators),
  async find(context) {
    const mails = await context.query<Undelivered>(
      select`m.kind, m.subject_id as "subjectId", m.subject, m.recipients as "to", m.copies, m.outcomes, m.status,
            case when m.status = 'queued' then m.created_at + interval '2 days' else m.updated_at end as since
          from mails m
          where m.organization_id = ${context.organizationId} and m.kind <> ${noticeMailKind} and m.recipients <> '{}'
            and ((m.status in ('failed', 'bounced') and m.updated_at > now() - interval '30 days')
              or (m.status = 'queued' and m.created_at < now() - interval '2 days'))
            and not exists (select from mails later where later.organization_id = ${context.organizationId}
              and later.subject_id = m.subject_id and later.kind = m.kind and later.created_at > m.created_at)
          order by since desc, m.id limit 20`,
    )
    return Promise.all(
      mails.map(async ({ kind, subjectId, subject, to, copies, outcomes, status, since }) => {
        const about = context.services.onUndelivered[kind]
        const path = subjectId ? await about?.findPath(context, subjectId) : undefined
        const messages = status === DeliveryState.queued ? waiting : undelivered
        const detail = (language: keyof Bilingual) =>
          [`„${subject}“ → ${to.join(', ')}`, formatFailure([...to, ...copies], outcomes, language)]
            .filter(Boolean)
            .join(': ')
        return {
          message: {
            de: `${messages.de}${about ? ` (${about.name.de})` : ''}.`,
            en: `${messages.en}${about ? ` (${about.name.en})` : ''}.`,
          },
          detail: { de: detail('de'), en: detail('en') },
          path: path ?? '/settings/notices',
          since: new Date(since),
        }
      }),
    )
  },
}

const undelivered: Bilingual = { de: 'Eine E-Mail wurde nicht zugestellt', en: 'An email was not delivered' }
const waiting: Bilingual = {
  de: 'Eine E-Mail wird seit zwei Tagen nicht angenommen',
  en: 'An email has not been accepted for two days',
}
