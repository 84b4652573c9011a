import '../calendar.css'
import { useState } from 'react'
import { StatusMessage } from '../../ui/feedback.tsx'
import { Page } from '../../ui/page.tsx'
import { pages } from '../settings.messages.ts'
import { CalendarConnections } from './connections.tsx'
import { CalendarFeeds } from './feeds.tsx'

/** Calendars elsewhere: connected both ways, or subscribed to the reader's. */
export function CalendarSettings() {
  const [told, setTold] = useState('')
  return (
    <Page title={pages.calendars.title} about={pages.calendars.about}>
      <StatusMessage text={told} />
      <CalendarConnections showFeedback={setTold} />
      <CalendarFeeds showFeedback={setTold} />
    </Page>
  )
}
