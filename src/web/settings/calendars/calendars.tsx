import '../calendar.css'
import { useState } from 'react'
import { StatusMessage } from '../../ui/feedback.tsx'
import { Page } from '../../ui/page.tsx'
import { pages } from '../settings.messages.ts'
import { CalendarConnections } from './connections.tsx'
import { CalendarFeeds } from './feeds.tsx'

/** External calendars: two-way connections and feeds of the user's calendar. */
export function CalendarSettings() {
  const [feedback, setFeedback] = useState('')
  return (
    <Page title={pages.calendars.title} about={pages.calendars.about}>
      <StatusMessage text={feedback} />
      <CalendarConnections showFeedback={setFeedback} />
      <CalendarFeeds showFeedback={setFeedback} />
    </Page>
  )
}
