import { useState } from 'react'
import { EndOtherSessionsDocument, EndSessionDocument, SessionsDocument } from '../../../../schema/web/graphql.ts'
import { useMutation, useQuery } from '../../graphql/client.ts'
import { Button } from '../../ui/button.tsx'
import { keepFocus, nextTo } from '../../ui/focus.ts'
import { Loaded } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { type News, newsOf, Told } from '../../ui/told.tsx'
import { words, writeMoment } from '../../words/words.ts'
import { said as page } from './security.words.ts'

/** The browsers in which one has signed in, each to be ended. */
export function Sessions() {
  const answer = useQuery(SessionsDocument, {})
  const [endSession] = useMutation(EndSessionDocument)
  const [endOthers, isEnding] = useMutation(EndOtherSessionsDocument)
  const [news, setNews] = useState<News>()
  const { sessions: said } = page
  return (
    <section className="group" aria-labelledby="sessions">
      <h2 id="sessions">{said.title}</h2>
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
                            setNews(newsOf(await endSession({ id }), said.ended))
                          }}
                        >
                          {said.end}
                        </Button>
                      ),
                  },
                ]}
              />
              {sessions.length > 1 && (
                <div className="pager">
                  <Button
                    look="small"
                    isBusy={isEnding}
                    onClick={async ({ currentTarget }) => {
                      keepFocus(nextTo(currentTarget))
                      setNews(newsOf(await endOthers({}), said.othersEnded))
                    }}
                  >
                    {said.endOthers}
                  </Button>
                </div>
              )}
            </>
          )}
        </Loaded>
      </div>
    </section>
  )
}
