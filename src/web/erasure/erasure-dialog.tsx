import { Download } from 'lucide-react'
import { useState } from 'react'
import {
  EraseClientDocument,
  EraseGuestDocument,
  EraseMemberDocument,
  ErasurePlanOfClientDocument,
  ErasurePlanOfGuestDocument,
  ErasurePlanOfMemberDocument,
  type PlanFragment,
} from '#schema/web/graphql'
import { type QueryState, useMutation, useQuery } from '../graphql/client.ts'
import type { Outcome } from '../graphql/fetch-graphql.ts'
import { formatCount, formatDate } from '../i18n/format.ts'
import { t } from '../i18n/locale.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { navigateToDownload } from '../ui/navigate-to-download.ts'
import { Notice } from '../ui/notice.tsx'
import { QueryResult } from '../ui/query-result.tsx'
import { Table } from '../ui/table.tsx'
import { messages } from './erasure.messages.ts'

interface PersonProps {
  id: string
  name: string
  onClose: () => void
  /** Called with a status message after the erasure. */
  onErased: (text: string) => void
}

export function ClientErasure(person: PersonProps) {
  const answer = useQuery(ErasurePlanOfClientDocument, { id: person.id }, [])
  const [erase] = useMutation(EraseClientDocument)
  return <ErasureDialog {...{ ...person, answer, erase }} pick={({ clientErasurePlan }) => clientErasurePlan} />
}

export function GuestErasure(person: PersonProps) {
  const answer = useQuery(ErasurePlanOfGuestDocument, { id: person.id }, [])
  const [erase] = useMutation(EraseGuestDocument)
  return <ErasureDialog {...{ ...person, answer, erase }} pick={({ guestErasurePlan }) => guestErasurePlan} />
}

export function MemberErasure(person: PersonProps) {
  const answer = useQuery(ErasurePlanOfMemberDocument, { id: person.id }, [])
  const [erase] = useMutation(EraseMemberDocument)
  return <ErasureDialog {...{ ...person, answer, erase }} pick={({ memberErasurePlan }) => memberErasurePlan} />
}

interface ErasureDialogProps<R> extends PersonProps {
  answer: QueryState<R>
  pick: (data: R) => PlanFragment | null | undefined
  erase: (confirmed: { id: string; plan: string }) => Promise<Outcome<unknown>>
}

/** Lists the data stored about a person, with export and erasure. */
function ErasureDialog<R>({ id, name, answer, pick, erase, onClose, onErased }: ErasureDialogProps<R>) {
  const [confirmed, setConfirmed] = useState<string>()
  const [isBegun, setBegun] = useState(false)
  if (confirmed)
    return (
      <ConfirmDialog
        title={messages.sure(name)}
        text={messages.sureText}
        label={messages.erase}
        send={async () => {
          const outcome = await erase({ id, plan: confirmed })
          if (outcome.problem) answer.retry()
          return outcome
        }}
        onDone={() => onErased(messages.erased)}
        onClose={() => setConfirmed(undefined)}
      />
    )
  return (
    <Dialog title={messages.title(name)} isWide isOpen onClose={onClose}>
      <p className="quiet">{messages.about}</p>
      <QueryResult query={answer} pick={pick}>
        {({ plan, blocked, entries, exportUrl }) => (
          <>
            {blocked && <Notice variant="warn">{messages.blocked}</Notice>}
            <Table
              label={messages.title(name)}
              rows={entries.map((entry, index) => ({ ...entry, id: String(index) }))}
              columns={[
                { label: messages.records, kind: 'main', show: ({ title }) => title },
                { label: messages.count, kind: 'figure', show: ({ count }) => count !== null && formatCount(count) },
                {
                  label: messages.outcome,
                  show: ({ outcome }) => (
                    <span className={outcome === 'blocking' ? 'badge danger' : 'badge'}>
                      {messages.outcomes[outcome]}
                    </span>
                  ),
                },
                {
                  label: messages.until,
                  show: ({ keptUntil, law }) =>
                    (keptUntil || law) && (
                      <>
                        {keptUntil && <div>{formatDate(keptUntil)}</div>}
                        <small className="quiet">{law}</small>
                      </>
                    ),
                },
              ]}
            />
            <div role="status" className={isBegun ? undefined : 'unseen'}>
              {isBegun && <Notice variant="good">{messages.exported}</Notice>}
            </div>
            <div className="actions">
              <Button
                onClick={() => {
                  setBegun(true)
                  navigateToDownload(exportUrl)
                }}
              >
                <Download size={16} aria-hidden />
                {messages.export}
              </Button>
              {!blocked && (
                <Button variant="danger" onClick={() => setConfirmed(plan)}>
                  {messages.erase}
                </Button>
              )}
              <Button onClick={onClose}>{t.close}</Button>
            </div>
          </>
        )}
      </QueryResult>
    </Dialog>
  )
}
