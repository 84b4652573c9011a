import { CalendarSync, Plus, RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import {
  CalendarConnectionsDocument,
  type ConnectionFragment,
  DeleteCalendarConnectionDocument,
  SyncCalendarConnectionDocument,
  UpdateCalendarConnectionDocument,
} from '#schema/web/graphql'
import { useAllPages, useMutation } from '../../graphql/client.ts'
import { formatCount, formatDate, formatDateTime } from '../../i18n/format.ts'
import { t } from '../../i18n/locale.ts'
import { useSession } from '../../session.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Checkbox } from '../../ui/field.tsx'
import { EmptyState, QueryResult } from '../../ui/query-result.tsx'
import { Table } from '../../ui/table.tsx'
import { messages as page } from './calendars.messages.ts'
import { ConnectCalendarDialog } from './connect-dialog.tsx'

const messages = page.connections

const formatAccount = ({ url, username }: Pick<ConnectionFragment, 'url' | 'username'>) =>
  `${username} · ${URL.canParse(url) ? new URL(url).host : url}`

/** A connection that is due is being synchronized. */
const isSyncing = ({ nextSyncAt }: ConnectionFragment) => Date.parse(nextSyncAt) <= Date.now()

export function CalendarConnections({ showFeedback }: { showFeedback: (text: string) => void }) {
  const [isConnecting, setConnecting] = useState(false)
  const [parted, setParted] = useState<ConnectionFragment>()
  const answer = useAllPages(CalendarConnectionsDocument, {})
  const [sync] = useMutation(SyncCalendarConnectionDocument)
  const { permissions } = useSession()
  const mayConnect = permissions.includes('createCalendarConnection')
  const { retry } = answer
  const isAny = answer.data?.calendarConnections?.connections.some(isSyncing)
  // Polls while a synchronization is running.
  useEffect(() => {
    if (!isAny) return
    const again = setInterval(retry, 2000)
    return () => clearInterval(again)
  }, [isAny, retry])
  const ask = async (connection: ConnectionFragment) => {
    const { data, problem } = await sync({ id: connection.id })
    showFeedback(data ? messages.asked(formatAccount(connection)) : problem.message)
  }
  return (
    <section className="group" aria-labelledby="connections">
      <div className="head">
        <div>
          <h2 id="connections">{messages.title}</h2>
          <p className="quiet">{messages.text}</p>
        </div>
        {mayConnect && (
          <Button variant="primary" onClick={() => setConnecting(true)}>
            <Plus size={16} aria-hidden />
            {messages.connect}
          </Button>
        )}
      </div>
      <div className="card">
        <QueryResult query={answer} pick={({ calendarConnections }) => calendarConnections}>
          {({ connections }) =>
            connections.length === 0 ? (
              <EmptyState icon={CalendarSync} title={messages.empty.title}>
                {messages.empty.text}
              </EmptyState>
            ) : (
              <Table
                label={messages.title}
                rows={connections}
                columns={[
                  { label: messages.account, kind: 'main', show: formatAccount },
                  {
                    label: messages.calendars,
                    show: (connection) => <ConnectedCalendars {...{ connection, showFeedback, mayConnect }} />,
                  },
                  { label: messages.state, show: (connection) => <ConnectionState connection={connection} /> },
                  {
                    label: messages.last,
                    kind: 'quiet',
                    show: ({ lastSyncedAt }) =>
                      lastSyncedAt ? <time dateTime={lastSyncedAt}>{formatDateTime(lastSyncedAt)}</time> : t.never,
                  },
                  {
                    label: t.actions,
                    kind: 'act',
                    show: (connection) =>
                      mayConnect && (
                        <span className="row-actions">
                          <Button
                            variant={['plain', 'small']}
                            aria-label={messages.syncNamed(formatAccount(connection))}
                            disabled={isSyncing(connection)}
                            onClick={() => ask(connection)}
                          >
                            <RefreshCw size={16} aria-hidden />
                            {messages.sync}
                          </Button>
                          <Button
                            variant={['plain', 'danger', 'small']}
                            aria-label={messages.disconnectNamed(formatAccount(connection))}
                            onClick={() => setParted(connection)}
                          >
                            {messages.disconnect}
                          </Button>
                        </span>
                      ),
                  },
                ]}
              />
            )
          }
        </QueryResult>
      </div>
      {isConnecting && (
        <ConnectCalendarDialog
          onClose={() => setConnecting(false)}
          onDone={(account) => {
            setConnecting(false)
            showFeedback(messages.connected(formatAccount(account)))
          }}
        />
      )}
      {parted && (
        <DisconnectDialog
          connection={parted}
          onClose={() => setParted(undefined)}
          onDone={() => {
            showFeedback(messages.disconnected(formatAccount(parted)))
            setParted(undefined)
          }}
        />
      )}
    </section>
  )
}

interface ConnectedCalendarsProps {
  connection: ConnectionFragment
  showFeedback: (text: string) => void
  mayConnect: boolean
}

function ConnectedCalendars({
  connection: { id, calendars, allDay },
  showFeedback,
  mayConnect,
}: ConnectedCalendarsProps) {
  const [update, isSaving] = useMutation(UpdateCalendarConnectionDocument)
  const setBlocking = async (blocks: boolean) => {
    const { data, problem } = await update({ id, input: { allDay: blocks ? 'blocks' : 'ignored' } })
    showFeedback(data ? messages.allDaySaved(blocks) : problem.message)
  }
  const target = calendars.find(({ writesHere }) => writesHere)
  return (
    <div className="connection-state">
      <span>{calendars.map(({ name }) => name).join(', ')}</span>
      {target && calendars.length > 1 && <span className="quiet">{messages.writes(target.name)}</span>}
      <Checkbox
        label={messages.allDay}
        name="allDay"
        checked={allDay === 'blocks'}
        disabled={!mayConnect || isSaving}
        onChange={({ currentTarget }) => setBlocking(currentTarget.checked)}
      />
    </div>
  )
}

const badgeVariants = { waiting: '', synced: 'good', failing: 'danger' } as const

function ConnectionState({ connection }: { connection: ConnectionFragment }) {
  const { state, lastError, problems, problemEntries, nextSyncAt } = connection
  return (
    <div className="connection-state">
      {isSyncing(connection) ? (
        <span className="badge accent">{messages.syncing}</span>
      ) : (
        <span className={`badge ${badgeVariants[state]}`}>{messages.states[state]}</span>
      )}
      {lastError && <span>{lastError}</span>}
      {lastError && !isSyncing(connection) && (
        <span className="quiet">{messages.next(formatDateTime(nextSyncAt))}</span>
      )}
      {problems > 0 && <span className="quiet">{messages.problems(formatCount(problems), problems === 1)}</span>}
      {problemEntries.length > 0 && (
        <details>
          <summary>{messages.problemEntries}</summary>
          <ul>
            {problemEntries.map(({ title, date, object }) => (
              <li key={object}>
                {title ?? object}
                {date && <span className="quiet"> · {formatDate(date)}</span>}
              </li>
            ))}
            {problems > problemEntries.length && (
              <li className="quiet">{messages.moreProblems(formatCount(problems - problemEntries.length))}</li>
            )}
          </ul>
        </details>
      )}
    </div>
  )
}

interface DisconnectDialogProps {
  connection: ConnectionFragment
  onClose: () => void
  onDone: () => void
}

function DisconnectDialog({ connection, onClose, onDone }: DisconnectDialogProps) {
  const [disconnect] = useMutation(DeleteCalendarConnectionDocument)
  return (
    <ConfirmDialog
      title={messages.sure.title(formatAccount(connection))}
      text={messages.sure.text}
      label={messages.disconnect}
      send={() => disconnect({ id: connection.id })}
      onDone={onDone}
      onClose={onClose}
    />
  )
}
