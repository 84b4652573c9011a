import './bank.css'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Landmark } from 'lucide-react'
import { useEffect, useState } from 'react'
import { BankImportDocument, BankUploadAddressDocument, ConfirmPaymentsDocument } from '#schema/web/graphql'
import { useMutation, useQuery } from '../graphql/client.ts'
import { fetchGraphql, type Outcome, type Problem } from '../graphql/fetch-graphql.ts'
import { maxFileBytes, parseRestProblem, postFile } from '../graphql/post-file.ts'
import { type IsoDate } from '../i18n/dates.ts'
import { formatCount, formatDate, formatIban, formatMoney } from '../i18n/format.ts'
import { numberFormatter } from '../i18n/locale.ts'
import { useMay } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { StatusMessage } from '../ui/feedback.tsx'
import { FileDrop } from '../ui/file-drop.tsx'
import { preserveFocus } from '../ui/focus.ts'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { Pager, slicePage } from '../ui/pager.tsx'
import { EmptyState, ForbiddenState, QueryResult } from '../ui/query-result.tsx'
import { Table } from '../ui/table.tsx'
import { AssignDialog } from './assign-dialog.tsx'
import { messages } from './bank.messages.ts'
import { PaidInvoices } from './paid-invoices.tsx'
import {
  type BankImport,
  batchPayments,
  defaultChoice,
  formatPayer,
  isBookable,
  isFullyBooked,
  type Proposal,
  type ProposalChoice,
  planProposals,
  toPayments,
} from './payment-plan.ts'

/** Uploads a statement to a signed URL. */
async function uploadStatement(
  file: File,
  fields?: Readonly<Record<string, string>>,
): Promise<Outcome<{ id: string }>> {
  const { data, problem = parseRestProblem(null) } = await fetchGraphql(BankUploadAddressDocument)
  return data?.paymentImportUrl ? postFile(data.paymentImportUrl.url, file, maxFileBytes.read, fields) : { problem }
}

export function StatementUploadPage() {
  const may = useMay()
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const [refusal, refuse] = useState<Problem>()
  const [unbalanced, setUnbalanced] = useState<{ file: File; text: string }>()
  const show = ({ id }: { id: string }) => navigate({ to: '/payments/import/$id', params: { id } })
  const take = async (file: File) => {
    setBusy(true)
    const { data, problem } = await uploadStatement(file)
    setBusy(false)
    const isUnbalanced = problem?.fields.accept_unbalanced !== undefined
    setUnbalanced(isUnbalanced ? { file, text: problem.fields.file ?? problem.message } : undefined)
    refuse(isUnbalanced ? undefined : problem)
    if (data) show(data)
  }
  if (!may('confirmPayments'))
    return (
      <Page title={messages.title}>
        <ForbiddenState />
      </Page>
    )
  return (
    <Page title={messages.title} about={messages.about}>
      <div role="alert" className={refusal ? undefined : 'unseen'}>
        {refusal && <Notice variant="danger">{refusal.message}</Notice>}
      </div>
      {unbalanced && (
        <ConfirmDialog
          title={messages.unbalanced.title}
          text={messages.unbalanced.text(unbalanced.text)}
          label={messages.unbalanced.submit}
          isDangerous={false}
          send={() => uploadStatement(unbalanced.file, { accept_unbalanced: 'true' })}
          onDone={show}
          onClose={() => setUnbalanced(undefined)}
        />
      )}
      <FileDrop
        label={messages.choose}
        hint={messages.drop}
        types={['.xml', '.zip', '.sta', '.mt940', '.mt942', '.txt', '.940', '.942']}
        isBusy={isBusy}
        onFile={take}
      />
    </Page>
  )
}

const route = getRouteApi('/payments/import/$id')

export function PaymentProposalsPage() {
  const { id } = route.useParams()
  const answer = useQuery(BankImportDocument, { id }, ['invoice'])
  return (
    <Page
      title={messages.title}
      about={messages.about}
      action={
        <Link to="/payments/import" className="button">
          {messages.other}
        </Link>
      }
    >
      {answer.data?.paymentImport ? (
        <ProposalTable key={id} imported={answer.data.paymentImport} retry={answer.retry} />
      ) : (
        <div className="card">
          <QueryResult query={answer} pick={({ paymentImport }) => paymentImport}>
            {() => null}
          </QueryResult>
        </div>
      )}
    </Page>
  )
}

/** The user's choices by transaction. They are kept in sessionStorage so that a reload does not reselect what was deselected. */
function useStoredChoices(importId: string) {
  const key = `kontor.bank-import.${importId}`
  const [choices, setChoices] = useState<Readonly<Record<string, Partial<ProposalChoice>>>>(() =>
    JSON.parse(sessionStorage.getItem(key) ?? '{}'),
  )
  useEffect(() => sessionStorage.setItem(key, JSON.stringify(choices)), [key, choices])
  return [choices, setChoices] as const
}

function ProposalTable({
  imported: { id, statements, proposals, warnings },
  retry,
}: {
  imported: BankImport
  retry: () => void
}) {
  const { page = 1 } = route.useSearch()
  const navigate = route.useNavigate()
  const may = useMay()
  const [chosen, setChosen] = useStoredChoices(id)
  const [confirm, isBusy] = useMutation(ConfirmPaymentsDocument)
  const [feedback, showFeedback] = useState<string>()
  const [refusal, refuse] = useState<Problem>()
  const [skipped, setSkipped] = useState<readonly string[]>([])
  const [assigning, assign] = useState<Proposal>()

  const change = ({ transactionId }: Proposal, changes: Partial<ProposalChoice>) =>
    setChosen((known) => ({ ...known, [transactionId]: { ...known[transactionId], ...changes } }))
  const plans = planProposals(proposals, (proposal, settled) => ({
    ...defaultChoice(proposal, settled),
    ...chosen[proposal.transactionId],
  }))
  const payments = plans.flatMap(toPayments)
  const sumOf = (sign: 1 | -1) =>
    plans.reduce((sum, { proposal, bookedCents }) => (proposal.amountCents * sign > 0 ? sum + bookedCents : sum), 0)
  const total = [sumOf(1), -sumOf(-1)].flatMap((cents) => (cents ? [formatMoney(cents)] : [])).join(', ')
  const canBook = may('confirmPayments') && proposals.some(isBookable)

  const book = async () => {
    let booked = 0
    const reasons: string[] = []
    const answered = new Set<string>()
    let refused: Problem | undefined
    for (const part of batchPayments(payments)) {
      const { data, problem } = await confirm({ id, input: { payments: part } })
      refused = problem
      if (!data) break
      booked += data.confirmPayments.payments.length
      for (const { transactionId } of part) answered.add(transactionId)
      reasons.push(
        ...data.confirmPayments.skipped.map(({ transactionId, reason }) => {
          const proposal = proposals.find((each) => each.transactionId === transactionId)
          return proposal ? `${formatPayer(proposal)}, ${formatAmount(proposal)}: ${reason}` : reason
        }),
      )
    }
    refuse(refused)
    showFeedback(booked > 0 || !refused ? messages.done(booked) : undefined)
    setSkipped(reasons)
    // Choices for transactions that were not processed are kept.
    setChosen((known) => Object.fromEntries(Object.entries(known).filter(([id]) => !answered.has(id))))
    // The button disappears when nothing is left to book, so the focus moves to the heading.
    preserveFocus(() => document.getElementById('proposals'), document.body)
    retry()
  }
  return (
    <>
      {assigning && (
        <AssignDialog
          proposal={assigning}
          onAssign={(other) => {
            change(assigning, { other, isBooked: true })
            assign(undefined)
          }}
          onClose={() => assign(undefined)}
        />
      )}
      <StatusMessage text={feedback} />
      <div role="alert" className={refusal || skipped.length > 0 ? undefined : 'unseen'}>
        {refusal && <Notice variant="danger">{refusal.message}</Notice>}
        {skipped.length > 0 && (
          <Notice variant="warn">
            <p>{messages.skipped}</p>
            <ul>
              {skipped.map((each) => (
                <li key={each}>{each}</li>
              ))}
            </ul>
          </Notice>
        )}
      </div>
      {warnings.length > 0 && (
        <Notice variant="warn">
          <p>{messages.unbalanced.notice}</p>
          <ul>
            {warnings.map(({ message }) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </Notice>
      )}
      {statements.map((statement) => (
        <section key={`${statement.account} ${statement.from}`} className="card">
          <div className="part">
            <h2>{messages.statement(statement.iban ? formatIban(statement.iban) : statement.account)}</h2>
            <p className="quiet">{describeStatement(statement)}</p>
          </div>
        </section>
      ))}
      <section className="card" aria-labelledby="proposals">
        <header className="part over">
          <h2 id="proposals">{messages.proposals}</h2>
          {canBook && (
            <Button variant="primary" isBusy={isBusy} disabled={payments.length === 0} onClick={book}>
              {payments.length > 0 ? messages.book(payments.length, total) : messages.bookNothing}
            </Button>
          )}
        </header>
        {proposals.length === 0 ? (
          <EmptyState icon={Landmark} title={messages.nothing.title}>
            {messages.nothing.text}
          </EmptyState>
        ) : (
          <>
            <Table
              label={messages.proposals}
              rows={slicePage(plans, page).map((plan) => ({ ...plan, id: plan.proposal.transactionId }))}
              columns={[
                {
                  label: messages.who,
                  kind: 'main',
                  show: ({ proposal, choice, allocatedCents }) =>
                    allocatedCents > 0 && may('confirmPayments') ? (
                      <label className="choice">
                        <input
                          type="checkbox"
                          aria-label={messages.choosing(formatPayer(proposal))}
                          checked={choice.isBooked}
                          onChange={({ currentTarget }) => change(proposal, { isBooked: currentTarget.checked })}
                        />
                        <Payer proposal={proposal} />
                      </label>
                    ) : (
                      <Payer proposal={proposal} />
                    ),
                },
                {
                  label: messages.day,
                  show: ({ proposal: { bookedOn } }) => (
                    <time dateTime={bookedOn}>{formatDate(bookedOn as IsoDate)}</time>
                  ),
                },
                {
                  label: messages.pays,
                  show: (plan) => (
                    <PaidInvoices
                      plan={plan}
                      onChange={may('confirmPayments') ? (changes) => change(plan.proposal, changes) : undefined}
                      onAssign={() => assign(plan.proposal)}
                    />
                  ),
                },
                {
                  label: messages.why,
                  kind: 'quiet',
                  show: ({ proposal, choice }) =>
                    isFullyBooked(proposal) ? (
                      <span className="badge good">{messages.booked}</span>
                    ) : choice.other ? (
                      messages.assigned
                    ) : (
                      proposal.reason || messages.matches[proposal.match]
                    ),
                },
                { label: messages.amount, kind: 'figure', show: ({ proposal }) => formatAmount(proposal) },
              ]}
            />
            <Pager
              page={page}
              total={proposals.length}
              onTurn={(turned) => navigate({ search: turned > 1 ? { page: turned } : {}, replace: true })}
            />
          </>
        )}
      </section>
    </>
  )
}

const Payer = ({ proposal }: { proposal: Proposal }) => (
  <span>
    {formatPayer(proposal)}
    {proposal.name && proposal.reference && <span className="quiet"> {proposal.reference}</span>}
  </span>
)

const formatAmount = ({ amountCents, currency }: Pick<Proposal, 'amountCents' | 'currency'>) =>
  currency === 'EUR'
    ? formatMoney(amountCents)
    : numberFormatter({ style: 'currency', currency }).format(amountCents / 100)

function describeStatement({
  from,
  to,
  openingCents,
  closingCents,
  pending,
  currency,
}: BankImport['statements'][number]): string {
  const amount = (cents: number) => formatAmount({ amountCents: cents, currency })
  return [
    [from, to]
      .flatMap((day) => (day ? [formatDate(day as IsoDate)] : []))
      .filter((day, index, all) => all.indexOf(day) === index)
      .join(' – '),
    openingCents != null && `${messages.opening} ${amount(openingCents)}`,
    closingCents != null && `${messages.closing} ${amount(closingCents)}`,
    pending > 0 && messages.pending(formatCount(pending)),
  ]
    .filter(Boolean)
    .join(' · ')
}
