import { useState } from 'react'
import {
  EndOtherSessionsDocument,
  EndSessionDocument,
  EndSessionsOfMemberDocument,
  SessionsDocument,
} from '#schema/web/graphql'
import { useMutation, useQuery } from '../../graphql/client.ts'
import { Button } from '../../ui/button.tsx'
import { keepFocus, nextTo } from '../../ui/focus.ts'
import { Loaded } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { type News, newsOf, Told } from '../../ui/told.tsx'
import { words, writeMoment } from '../../words/words.ts'
import { said as page } from './security.words.ts'

const { sessions: said } = page

/** The user's own sessions. */
export const Sessions = () => (
  <section className="group" aria-labelledby="sessions">
    <h2 id="sessions">{said.title}</h2>
    <SessionList />
  </section>
)

/** Sessions of the user, or of the member whom an administrator looks at, each with a button that ends it. */
export function SessionList({ memberId = null }: { memberId?: string | null }) {
  const answer = useQuery(SessionsDocument, { memberId })
  const [endSession] = useMutation(EndSessionDocument)
  const [endOthers, isEndingOthers] = useMutation(EndOtherSessionsDocument)
  const [endOfMember, isEndingOfMember] = useMutation(EndSessionsOfMemberDocument)
  const [news, setNews] = useState<News>()
  return (
    <>
      <Told text={news?.text} look={news?.look} />
      <div className="card">
        <Loaded answer={answer} pick={({ sessions }) => sessions}>
          {(sessions) => (
            <>
              <Table
                label={said.title}
                rows={sessions}
                columns={[
                  { label: said.device, kind: 'main', show: ({ device }) => device },
                  { label: said.address, kind: 'quiet', show: ({ address }) => address },
                  {
                    label: said.seen,
                    show: ({ lastSeenAt }) => <time dateTime={lastSeenAt}>{writeMoment(lastSeenAt)}</time>,
                  },
                  {
                    label: words.actions,
                    kind: 'act',
                    show: ({ id, device, current }) =>
                      current ? (
                        <span className="badge good">{said.here}</span>
                      ) : (
                        <Button
                          look={['plain', 'danger', 'small']}
                          aria-label={said.endNamed(device)}
                          onClick={async ({ currentTarget }) => {
                            keepFocus(nextTo(currentTarget))
                            setNews(newsOf(await endSession({ id, memberId }), said.ended))
                          }}
                        >
                          {said.end}
                        </Button>
                      ),
                  },
                ]}
              />
              {sessions.length === 0 && <p className="part quiet">{said.none}</p>}
              {sessions.length > (memberId ? 0 : 1) && (
                <div className="pager">
                  <Button
                    look="small"
                    isBusy={isEndingOthers || isEndingOfMember}
                    onClick={async ({ currentTarget }) => {
                      keepFocus(nextTo(currentTarget))
                      setNews(
                        memberId
                          ? newsOf(await endOfMember({ memberId }), said.allEnded)
                          : newsOf(await endOthers({}), said.othersEnded),
                      )
                    }}
                  >
                    {memberId ? said.endAll : said.endOthers}
                  </Button>
                </div>
              )}
            </>
          )}
        </Loaded>
      </div>
    </>
  )
}
