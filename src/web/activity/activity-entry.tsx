import { Link } from '@tanstack/react-router'
import type { EventRowFragment } from '#schema/web/graphql'
import { recordPages } from '../routing/record-pages.ts'
import { findSubject } from './activity-events.ts'
import { describeEvent } from './describe-event.ts'

/** An event as text, `Rechnung RE-2026-0001 bezahlt`, linked to its subject if the subject has a page. */
export function ActivityEntry({ entry, onGo }: { entry: EventRowFragment; onGo?: () => void }) {
  const text = describeEvent(entry)
  const place = findSubject(entry)
  const page = place && recordPages[place.kind]
  if (!place || !page) return text
  return (
    <Link to={page.to} params={{ id: place.id }} {...(onGo && { onClick: onGo })}>
      {text}
    </Link>
  )
}
