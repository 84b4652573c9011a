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

/** What is said of something: what it is called, and what it is; left out where there is nothing to say. */
export type Fact = readonly [label: string, value: string | null | undefined]

interface SigningState {
  sentAt: string
  link: QuoteDataFragment['signingLink']
  /** Whether the client may still sign, and whether they have answered. */
  isOpen: boolean
  isAnswered: boolean
}

/** The last day on which something is good that ends at a moment: one that ends at midnight does so with the day before. */
const formatLastValidDay = (end: string) => formatTimestampDate(new Date(Date.parse(end) - 1).toISOString())

/** How far a client is with what was sent to be signed. */
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
