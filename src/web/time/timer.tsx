import { Link } from '@tanstack/react-router'
import { Play, RotateCcw, Square } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import {
  ContinueTimerDocument,
  type EntryFragment,
  LastWorkedOnDocument,
  RunningTimerDocument,
  StartTimerDocument,
  type StartTimerInput,
  StopTimerDocument,
} from '#schema/web/graphql'
import { useMutation, useQuery } from '../graphql/client.ts'
import type { Problem } from '../graphql/fetch-graphql.ts'
import { notifyChanged } from '../graphql/resource-events.ts'
import { t } from '../i18n/locale.ts'
import { useSession } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { formatHours, formatStopwatch } from './durations.ts'
import { optimisticTimerId } from './optimistic-timer.ts'
import { registerTimer } from './timer-control.ts'
import './timer.css'

const StartDialog = lazyDialog(() => import('./start-timer-dialog.tsx').then((it) => it.StartTimerDialog))

const formatEntry = ({ project, task }: Pick<EntryFragment, 'project' | 'task'>) =>
  task ? `${project.name} · ${task.title}` : project.name

/** The timer of the user, shown on every page. */
export function Timer() {
  const { member } = useSession()
  const { timer: messages } = t
  const running = useQuery(RunningTimerDocument, {}, ['time_entry']).data?.runningTimer
  const last = useQuery(LastWorkedOnDocument, { userId: member.id }, ['time_entry']).data?.timeEntries?.timeEntries
  const [start] = useMutation(StartTimerDocument)
  const [stop] = useMutation(StopTimerDocument)
  const [goOn] = useMutation(ContinueTimerDocument)
  const [isChoosing, choose] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const [feedback, showFeedback] = useState('')

  const done = (problem: Problem | undefined, text: string) => {
    if (problem) setRefusal(problem.message)
    else notifyChanged('time_entry')
    showFeedback(problem ? '' : text)
  }
  const begin = async (input: StartTimerInput, name: string) => {
    choose(false)
    done((await start({ input })).problem, messages.started(name))
  }
  const again = async (entry: EntryFragment) => {
    choose(false)
    done((await goOn({ id: entry.id })).problem, messages.started(formatEntry(entry)))
  }
  const end = async ({ id, startedAt }: EntryFragment) => {
    const seconds = (Date.now() - Date.parse(startedAt)) / 1000
    done((await stop({ id })).problem, messages.stopped(formatHours(Math.max(0, seconds))))
  }
  const isStarting = running?.id === optimisticTimerId
  const toggle = useEffectEvent(() => {
    if (running) {
      if (!isStarting) end(running)
    } else choose(true)
  })
  const startFromElsewhere = useEffectEvent((input: StartTimerInput, name: string) => void begin(input, name))
  const isRunning = Boolean(running)
  useEffect(() => registerTimer({ isRunning, toggle, start: startFromElsewhere }), [isRunning])

  const [latest] = last ?? []
  return (
    // biome-ignore lint/a11y/useSemanticElements: nothing that is filled in
    <div
      className="timer"
      role="group"
      aria-label={messages.title}
      // The dialog has a button with the same name.
      aria-hidden={isChoosing || undefined}
    >
      <span role="status" className="unseen">
        {feedback}
      </span>
      <Button variant="plain" isBusy={isStarting} onClick={() => (running ? end(running) : choose(true))}>
        {running ? <Square size={18} aria-hidden /> : <Play size={18} aria-hidden />}
        <span className="label">{running ? messages.stop : messages.start}</span>
      </Button>
      {running ? (
        <Link to="/time" className="now">
          <Stopwatch since={running.startedAt} />
          <span className="what">{formatEntry(running)}</span>
        </Link>
      ) : (
        latest && (
          <Button
            variant="plain"
            aria-label={messages.goOn(formatEntry(latest))}
            title={messages.goOn(formatEntry(latest))}
            onClick={() => again(latest)}
          >
            <RotateCcw size={16} aria-hidden />
          </Button>
        )
      )}
      {isChoosing && <StartDialog last={last ?? []} onStart={begin} onGoOn={again} onClose={() => choose(false)} />}
      <Dialog title={t.failed} isOpen={refusal !== undefined} onClose={() => setRefusal(undefined)}>
        <p>{refusal}</p>
        <div className="actions">
          <Button autoFocus onClick={() => setRefusal(undefined)}>
            {t.close}
          </Button>
        </div>
      </Dialog>
    </div>
  )
}

/** Elapsed time in seconds. Not announced automatically by screen readers. */
function Stopwatch({ since }: { since: string }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    setNow(Date.now())
    const ticking = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(ticking)
  }, [since])
  return (
    <span role="timer" aria-live="off">
      {formatStopwatch((now - Date.parse(since)) / 1000)}
    </span>
  )
}
