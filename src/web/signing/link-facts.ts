import type { QuoteDataFragment } from '#schema/web/graphql'
import { formatDateTime, formatTimestampDate } from '../i18n/format.ts'

interface LinkLabels {
  sent: string
  sentTo: (moment: string, to: string) => string
  byHand: (moment: string) => string
  viewed: string
  notViewed: string
  link: string
  linkUntil: (day: string) => string
  linkEnded: (moment: string) => string
}

/** Label and value. Facts without a value are left out. */
export type Fact = readonly [label: string, value: string | null | undefined]

interface SigningState {
  sentAt: string
  link: QuoteDataFragment['signingLink']
  isOpen: boolean
  isAnswered: boolean
}

/** The last day of validity. A link that expires at midnight is valid until the day before. */
const formatLastValidDay = (end: string) => formatTimestampDate(new Date(Date.parse(end) - 1).toISOString())

/** The delivery and signing state of a document. */
export const listLinkFacts = (labels: LinkLabels, { sentAt, link, isOpen, isAnswered }: SigningState): Fact[] => [
  [
    labels.sent,
    link ? labels.sentTo(formatDateTime(link.sentAt), link.sentTo.join(', ')) : labels.byHand(formatDateTime(sentAt)),
  ],
  [labels.viewed, link && (link.openedAt ? formatDateTime(link.openedAt) : isAnswered ? null : labels.notViewed)],
  [
    labels.link,
    link && isOpen
      ? link.endedAt
        ? labels.linkEnded(formatDateTime(link.endedAt))
        : labels.linkUntil(formatLastValidDay(link.expiresAt))
      : null,
  ],
]
