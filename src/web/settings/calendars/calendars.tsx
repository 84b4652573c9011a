import '../calendar.css'
import { useState } from 'react'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { pages } from '../settings.words.ts'
import { Connections } from './connections.tsx'
import { Feeds } from './feeds.tsx'

/** Calendars elsewhere: connected both ways, or subscribed to the reader's. */
export function Calendars() {
  const [told, setTold] = useState('')
  return (
    <Page title={pages.calendars.title} about={pages.calendars.about}>
      <div role="status" className={told ? undefined : 'unseen'}>
        {told && <Notice look="good">{told}</Notice>}
      </div>
      <Connections tell={setTold} />
      <Feeds tell={setTold} />
    </Page>
  )
}
