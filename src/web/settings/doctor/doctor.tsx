import '../integrations.css'
import { CircleAlert, CircleCheck, Info, RefreshCw } from 'lucide-react'
import { Fragment } from 'react'
import { InstallationChecksDocument, type InstallationChecksQuery } from '#schema/web/graphql'
import { useQuery } from '../../graphql/client.ts'
import { formatCount, formatDateTime } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { QueryResult } from '../../ui/query-result.tsx'
import { pages } from '../settings.messages.ts'
import { messages } from './doctor.messages.ts'

type Inspection = NonNullable<InstallationChecksQuery['installationChecks']>
type Check = Inspection['checks'][number]

const icons = { ok: CircleCheck, notice: Info, failed: CircleAlert }
const badgeVariants = { ok: 'good', notice: 'warn', failed: 'danger' } as const

/** The health checks of the installation, with remedies. */
export function DoctorPage() {
  const answer = useQuery(InstallationChecksDocument, {})
  const again = (
    <Button onClick={answer.retry}>
      <RefreshCw size={16} aria-hidden />
      {messages.again}
    </Button>
  )
  return (
    <Page title={pages.doctor.title} about={pages.doctor.about} action={again}>
      <QueryResult query={answer} pick={({ installationChecks }) => installationChecks}>
        {(inspection) => (
          <>
            <Summary {...inspection} />
            <ul className="card checks" aria-label={messages.list}>
              {sortWorstFirst(inspection.checks).map((check) => (
                <CheckRow key={check.name} check={check} />
              ))}
            </ul>
            <p className="quiet small-print">
              {inspection.shared ? (
                messages.shared
              ) : (
                <>
                  {messages.command} <code>npm run kontor -- doctor</code>. {messages.commandText}
                </>
              )}
            </p>
          </>
        )}
      </QueryResult>
    </Page>
  )
}

const stateOrder = ['failed', 'notice', 'ok']

const sortWorstFirst = (checks: readonly Check[]) =>
  checks.toSorted((one, other) => stateOrder.indexOf(one.state) - stateOrder.indexOf(other.state))

function Summary({ checks, checkedAt }: Inspection) {
  const count = (state: Check['state']) => checks.filter((check) => check.state === state).length
  const [failed, notices] = [count('failed'), count('notice')]
  return (
    <div role="status">
      <Notice variant={failed ? 'danger' : notices ? 'warn' : 'good'}>
        <strong>
          {failed
            ? messages.failed(failed, formatCount(failed))
            : notices
              ? messages.notices(notices, formatCount(notices))
              : messages.well}
        </strong>
        <p className="quiet">{messages.checkedAt(formatDateTime(checkedAt))}</p>
      </Notice>
    </div>
  )
}

function CheckRow({ check: { title, state, message, remedy, detail } }: { check: Check }) {
  const Icon = icons[state]
  return (
    <li className={`check ${badgeVariants[state]}`}>
      <Icon size={18} aria-hidden />
      <div>
        <h2>{title}</h2>
        <p>{message}</p>
        {remedy && (
          <p>
            <strong>{messages.todo}:</strong> <TextWithCode text={remedy} />
          </p>
        )}
        {detail && <p className="quiet detail">{detail}</p>}
      </div>
      <span className={`badge ${badgeVariants[state]}`}>{messages.states[state]}</span>
    </li>
  )
}

/** Renders text between backticks as code. */
const TextWithCode = ({ text }: { text: string }) =>
  text.split('`').map((part, index) => <Fragment key={index}>{index % 2 ? <code>{part}</code> : part}</Fragment>)
