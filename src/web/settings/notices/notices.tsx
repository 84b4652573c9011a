import '../integrations.css'
import { Link } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { NoticesDocument } from '#schema/web/graphql'
import { useQuery } from '../../graphql/client.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { Page } from '../../ui/page.tsx'
import { QueryResult } from '../../ui/query-result.tsx'
import { pages } from '../settings.messages.ts'
import { messages } from './notices.messages.ts'
import { noticeLink } from './open-notice.ts'

/** All open notices, as in the daily mail. */
export function Notices() {
  const answer = useQuery(NoticesDocument, {})
  return (
    <Page title={pages.notices.title} about={pages.notices.about}>
      <QueryResult query={answer} pick={({ notices }) => notices}>
        {({ notices }) =>
          notices.length === 0 ? (
            <p className="quiet">{messages.none}</p>
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
                        {messages.since} <time dateTime={notice.since}>{formatDateTime(notice.since)}</time>
                      </p>
                    )}
                  </div>
                  {!notice.url.endsWith('/settings/notices') && (
                    <Link {...noticeLink(notice)} className="button">
                      {messages.open}
                    </Link>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </QueryResult>
      <p className="quiet small-print">{messages.mail}</p>
    </Page>
  )
}
