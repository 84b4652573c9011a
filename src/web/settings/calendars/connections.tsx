import { CalendarSync, Plus, RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import {
  CalendarConnectionsDocument,
  type ConnectionFragment,
  DeleteCalendarConnectionDocument,
  SyncCalendarConnectionDocument,
  UpdateCalendarConnectionDocument,
} from '#schema/web/graphql'
import { useAll, useMutation } from '../../graphql/client.ts'
import { useSession } from '../../session.ts'
import { Button } from '../../ui/button.tsx'
import { Check } from '../../ui/field.tsx'
import { Blank, Loaded } from '../../ui/states.tsx'
import { Sure } from '../../ui/sure.tsx'
import { Table } from '../../ui/table.tsx'
import { words, writeCount, writeDay, writeMoment } from '../../words/words.ts'
import { said as page } from './calendars.words.ts'
import { Connect } from './connect.tsx'

const said = page.connections

/** Whose account at which server. */
const accountOf = ({ url, username }: Pick<ConnectionFragment, 'url' | 'username'>) =>
  `${username} · ${URL.canParse(url) ? new URL(url).host : url}`

/** It is due, so that it is looked at right now. */
const isSyncing = ({ nextSyncAt }: ConnectionFragment) => Date.parse(nextSyncAt) <= Date.now()

export function Connections({ tell }: { tell: (told: string) => void }) {
  const [isConnecting, setConnecting] = useState(false)
  const [parted, setParted] = useState<ConnectionFragment>()
  const answer = useAll(CalendarConnectionsDocument, {})
  const [sync] = useMutation(SyncCalendarConnectionDocument)
  const { permissions } = useSession()
  const mayConnect = permissions.includes('createCalendarConnection')
  const { retry } = answer
  const isAny = answer.data?.calendarConnections?.connections.some(isSyncing)
  // What is under way is looked at until it is done.
  useEffect(() => {
    if (!isAny) return
    const again = setInterval(retry, 2000)
    return () => clearInterval(again)
  }, [isAny, retry])
  const ask = async (connection: ConnectionFragment) => {
    const { data, problem } = await sync({ id: connection.id })
    tell(data ? said.asked(accountOf(connection)) : problem.message)
  }
  return (
    <section className="group" aria-labelledby="connections">
      <div className="head">
        <div>
          <h2 id="connections">{said.title}</h2>
          <p className="quiet">{said.text}</p>
        </div>
        {mayConnect && (
          <Button look="primary" onClick={() => setConnecting(true)}>
            <Plus size={16} aria-hidden />
            {said.connect}
          </Button>
        )}
      </div>
      <div className="card">
        <Loaded answer={answer} pick={({ calendarConnections }) => calendarConnections}>
          {({ connections }) =>
            connections.length === 0 ? (
              <Blank icon={CalendarSync} title={said.empty.title}>
                {said.empty.text}
              </Blank>
            ) : (
              <Table
                label={said.title}
                rows={connections}
                columns={[
                  { label: said.account, kind: 'main', show: accountOf },
                  { label: said.calendars, show: (connection) => <Chosen {...{ connection, tell, mayConnect }} /> },
                  { label: said.state, show: (connection) => <State connection={connection} /> },
                  {
                    label: said.last,
                    kind: 'quiet',
                    show: ({ lastSyncedAt }) =>
                      lastSyncedAt ? <time dateTime={lastSyncedAt}>{writeMoment(lastSyncedAt)}</time> : words.never,
                  },
                  {
                    label: words.actions,
                    kind: 'act',
                    show: (connection) =>
                      mayConnect && (
                        <span className="deeds">
                          <Button
                            look={['plain', 'small']}
                            aria-label={said.syncNamed(accountOf(connection))}
                            disabled={isSyncing(connection)}
                            onClick={() => ask(connection)}
                          >
                            <RefreshCw size={16} aria-hidden />
                            {said.sync}
                          </Button>
                          <Button
                            look={['plain', 'danger', 'small']}
                            aria-label={said.disconnectNamed(accountOf(connection))}
                            onClick={() => setParted(connection)}
                          >
                            {said.disconnect}
                          </Button>
                        </span>
                      ),
                  },
                ]}
              />
            )
          }
        </Loaded>
      </div>
      {isConnecting && (
        <Connect
          onClose={() => setConnecting(false)}
          onDone={(account) => {
            setConnecting(false)
            tell(said.connected(accountOf(account)))
          }}
        />
      )}
      {parted && (
        <Disconnect
          connection={parted}
          onClose={() => setParted(undefined)}
          onDone={() => {
            tell(said.disconnected(accountOf(parted)))
            setParted(undefined)
          }}
        />
      )}
    </section>
  )
}

interface ChosenProps {
  connection: ConnectionFragment
  tell: (told: string) => void
  mayConnect: boolean
}

function Chosen({ connection: { id, calendars, allDay }, tell, mayConnect }: ChosenProps) {
  const [update, isSaving] = useMutation(UpdateCalendarConnectionDocument)
  const setBlocking = async (blocks: boolean) => {
    const { data, problem } = await update({ id, input: { allDay: blocks ? 'blocks' : 'ignored' } })
    tell(data ? said.allDaySaved(blocks) : problem.message)
  }
  const target = calendars.find(({ writesHere }) => writesHere)
  return (
    <div className="told">
      <span>{calendars.map(({ name }) => name).join(', ')}</span>
      {target && calendars.length > 1 && <span className="quiet">{said.writes(target.name)}</span>}
      <Check
        label={said.allDay}
        name="allDay"
        checked={allDay === 'blocks'}
        disabled={!mayConnect || isSaving}
        onChange={({ currentTarget }) => setBlocking(currentTarget.checked)}
      />
    </div>
  )
}

const looks = { waiting: '', synced: 'good', failing: 'danger' } as const

function State({ connection }: { connection: ConnectionFragment }) {
  const { state, lastError, problems, problemEntries, nextSyncAt } = connection
  return (
    <div className="told">
      {isSyncing(connection) ? (
        <span className="badge accent">{said.syncing}</span>
      ) : (
        <span className={`badge ${looks[state]}`}>{said.states[state]}</span>
      )}
      {lastError && <span>{lastError}</span>}
      {lastError && !isSyncing(connection) && <span className="quiet">{said.next(writeMoment(nextSyncAt))}</span>}
      {problems > 0 && <span className="quiet">{said.problems(writeCount(problems), problems === 1)}</span>}
      {problemEntries.length > 0 && (
        <details>
          <summary>{said.problemEntries}</summary>
          <ul>
            {problemEntries.map(({ title, date, object }) => (
              <li key={object}>
                {title ?? object}
                {date && <span className="quiet"> · {writeDay(date)}</span>}
              </li>
            ))}
            {problems > problemEntries.length && (
              <li className="quiet">{said.moreProblems(writeCount(problems - problemEntries.length))}</li>
            )}
          </ul>
        </details>
      )}
    </div>
  )
}

interface DisconnectProps {
  connection: ConnectionFragment
  onClose: () => void
  onDone: () => void
}

function Disconnect({ connection, onClose, onDone }: DisconnectProps) {
  const [disconnect] = useMutation(DeleteCalendarConnectionDocument)
  return (
    <Sure
      title={said.sure.title(accountOf(connection))}
      text={said.sure.text}
      label={said.disconnect}
      send={() => disconnect({ id: connection.id })}
      onDone={onDone}
      onClose={onClose}
    />
  )
}
