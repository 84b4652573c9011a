import '../integrations.css'
import { Link } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { NoticesDocument } from '#schema/web/graphql'
import { useQuery } from '../../graphql/client.ts'
import { Page } from '../../ui/page.tsx'
import { Loaded } from '../../ui/states.tsx'
import { writeMoment } from '../../words/words.ts'
import { pages } from '../settings.words.ts'
import { said } from './notices.messages.ts'
import { linkOfNotice } from './open-notice.ts'

/** All that is open, as the daily mail says it. */
export function Notices() {
  const answer = useQuery(NoticesDocument, {})
  return (
    <Page title={pages.notices.title} about={pages.notices.about}>
      <Loaded answer={answer} pick={({ notices }) => notices}>
        {({ notices }) =>
          notices.length === 0 ? (
            <p className="quiet">{said.none}</p>
          ) : (
            <ul className="card checks" aria-label={pages.notices.title}>
              {notices.map((notice) => (
                <li key={`${notice.url} ${notice.message}`} className="check warn">
                  <CircleAlert size={18} aria-hidden />
                  <div>
                    <p>{notice.message}</p>
                    {notice.detail && <p className="quiet detail">{notice.detail}</p>}
                    {notice.since && (
                      <p className="quiet">
                        {said.since} <time dateTime={notice.since}>{writeMoment(notice.since)}</time>
                      </p>
                    )}
                  </div>
                  {!notice.url.endsWith('/settings/notices') && (
                    <Link {...linkOfNotice(notice)} className="button">
                      {said.open}
                    </Link>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <p className="quiet small-print">{said.mail}</p>
    </Page>
  )
}
