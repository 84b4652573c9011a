import { useState } from 'react'
import {
  EndOtherSessionsDocument,
  EndSessionDocument,
  EndSessionsOfMemberDocument,
  SessionsDocument,
} from '#schema/web/graphql'
import { useMutation, useQuery } from '../../graphql/client.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { t } from '../../i18n/locale.ts'
import { Button } from '../../ui/button.tsx'
import { type Feedback, feedbackFor, StatusMessage } from '../../ui/feedback.tsx'
import { preserveFocus, sameControlInNextRow } from '../../ui/focus.ts'
import { QueryResult } from '../../ui/query-result.tsx'
import { Table } from '../../ui/table.tsx'
import { messages as page } from './security.messages.ts'

const { sessions: messages } = page

export const Sessions = () => (
  <section className="group" aria-labelledby="sessions">
    <h2 id="sessions">{messages.title}</h2>
    <SessionList />
  </section>
)

/** Sessions of the user, or of a member for administrators, with buttons to end them. */
export function SessionList({ memberId = null }: { memberId?: string | null }) {
  const answer = useQuery(SessionsDocument, { memberId })
  const [endSession] = useMutation(EndSessionDocument)
  const [endOthers, isEndingOthers] = useMutation(EndOtherSessionsDocument)
  const [endOfMember, isEndingOfMember] = useMutation(EndSessionsOfMemberDocument)
  const [feedback, setFeedback] = useState<Feedback>()
  return (
    <>
      <StatusMessage text={feedback?.text} variant={feedback?.variant} />
      <div className="card">
        <QueryResult query={answer} pick={({ sessions }) => sessions}>
          {(sessions) => (
            <>
              <Table
                label={messages.title}
                rows={sessions}
                columns={[
                  { label: messages.device, kind: 'main', show: ({ device }) => device },
                  { label: messages.address, kind: 'quiet', show: ({ address }) => address },
                  {
                    label: messages.seen,
                    show: ({ lastSeenAt }) => <time dateTime={lastSeenAt}>{formatDateTime(lastSeenAt)}</time>,
                  },
                  {
                    label: t.actions,
                    kind: 'act',
                    show: ({ id, device, current }) =>
                      current ? (
                        <span className="badge good">{messages.here}</span>
                      ) : (
                        <Button
                          variant={['plain', 'danger', 'small']}
                          aria-label={messages.endNamed(device)}
                          onClick={async ({ currentTarget }) => {
                            preserveFocus(sameControlInNextRow(currentTarget))
                            setFeedback(feedbackFor(await endSession({ id, memberId }), messages.ended))
                          }}
                        >
                          {messages.end}
                        </Button>
                      ),
                  },
                ]}
              />
              {sessions.length === 0 && <p className="part quiet">{messages.none}</p>}
              {sessions.length > (memberId ? 0 : 1) && (
                <div className="pager">
                  <Button
                    variant="small"
                    isBusy={isEndingOthers || isEndingOfMember}
                    onClick={async ({ currentTarget }) => {
                      preserveFocus(sameControlInNextRow(currentTarget))
                      setFeedback(
                        memberId
                          ? feedbackFor(await endOfMember({ memberId }), messages.allEnded)
                          : feedbackFor(await endOthers({}), messages.othersEnded),
                      )
                    }}
                  >
                    {memberId ? messages.endAll : messages.endOthers}
                  </Button>
                </div>
              )}
            </>
          )}
        </QueryResult>
      </div>
    </>
  )
}
