import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Landmark } from 'lucide-react'
import { useState } from 'react'
import {
  BankImportDocument,
  type BankImportQuery,
  BankUploadAddressDocument,
  ConfirmPaymentsDocument,
} from '../../../schema/web/graphql.ts'
import { useMutation, useQuery } from '../graphql/client.ts'
import { mostBytes, postFile } from '../graphql/post-file.ts'
import { type Problem, send } from '../graphql/send.ts'
import { useMay } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { FileDrop } from '../ui/file-drop.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { Pager, pageOf } from '../ui/pager.tsx'
import { Blank, Forbidden, Loaded } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { Told } from '../ui/told.tsx'
import { type Day, numberFormat, writeCount, writeDay, writeIban, writeMoney } from '../words/words.ts'
import { said } from './bank.words.ts'

type Imported = NonNullable<BankImportQuery['paymentImport']>
type Proposal = Imported['proposals'][number]

/** Where a statement of the bank is given. */
export function ImportPayments() {
  const may = useMay()
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const [refusal, refuse] = useState<Problem>()
  const take = async (file: File) => {
    setBusy(true)
    const asked = await send(BankUploadAddressDocument)
    const outcome = asked.data?.paymentImportUrl
      ? await postFile<{ id: string }>(asked.data.paymentImportUrl.url, file, mostBytes.read)
      : asked
    setBusy(false)
    refuse(outcome.problem)
    if (outcome.data && 'id' in outcome.data) navigate({ to: '/payments/import/$id', params: { id: outcome.data.id } })
  }
  if (!may('confirmPayments'))
    return (
      <Page title={said.title}>
        <Forbidden />
      </Page>
    )
  return (
    <Page title={said.title} about={said.about}>
      <div role="alert" className={refusal ? undefined : 'unseen'}>
        {refusal && <Notice look="danger">{refusal.message}</Notice>}
      </div>
      <FileDrop
        label={said.choose}
        hint={said.drop}
        types={['.xml', '.zip', '.sta', '.mt940', '.mt942', '.txt', '.940', '.942']}
        isBusy={isBusy}
        onFile={take}
      />
    </Page>
  )
}

const shown = getRouteApi('/payments/import/$id')

/** What the statements propose to book. */
export function ProposedPayments() {
  const { id } = shown.useParams()
  const answer = useQuery(BankImportDocument, { id }, ['invoice'])
  return (
    <Page
      title={said.title}
      about={said.about}
      action={
        <Link to="/payments/import" className="button">
          {said.other}
        </Link>
      }
    >
      {answer.data?.paymentImport ? (
        <Proposals imported={answer.data.paymentImport} retry={answer.retry} />
      ) : (
        <div className="card">
          <Loaded answer={answer} pick={({ paymentImport }) => paymentImport}>
            {() => null}
          </Loaded>
        </div>
      )}
    </Page>
  )
}

/** What is booked from a transaction: the invoices that it pays, or the one of several that was chosen. */
interface Chosen {
  isBooked: boolean
  invoice?: string
}

/** What is left of a payment that came in is nothing to book once its invoices are settled. */
const isOpen = ({ unbookedCents, amountCents, invoices }: Proposal) =>
  amountCents < 0 || (unbookedCents > 0 && invoices.some(({ openCents }) => openCents > 0))
const mayBook = (proposal: Proposal) => isOpen(proposal) && !isDone(proposal) && proposal.invoices.length > 0
const isDone = ({ booked, unbookedCents }: Proposal) => booked && unbookedCents === 0
const isSure = (proposal: Proposal) => mayBook(proposal) && proposal.match !== 'ambiguous' && proposal.match !== 'none'

function Proposals({ imported: { id, statements, proposals }, retry }: { imported: Imported; retry: () => void }) {
  const { page = 1 } = shown.useSearch()
  const navigate = shown.useNavigate()
  const may = useMay()
  const [chosen, setChosen] = useState<Readonly<Record<string, Chosen>>>({})
  const [confirm, isBusy] = useMutation(ConfirmPaymentsDocument)
  const [told, tell] = useState<string>()
  const [refusal, refuse] = useState<Problem>()
  const [skipped, setSkipped] = useState<readonly string[]>([])

  const choiceOf = (proposal: Proposal): Chosen => ({
    isBooked: isSure(proposal),
    ...(proposal.match === 'ambiguous' && proposal.invoices[0] && { invoice: proposal.invoices[0].invoiceId }),
    ...chosen[proposal.transactionId],
  })
  const change = ({ transactionId }: Proposal, changes: Partial<Chosen>) =>
    setChosen((known) => ({ ...known, [transactionId]: { isBooked: true, ...known[transactionId], ...changes } }))
  const paidBy = (proposal: Proposal) => {
    const { invoice } = choiceOf(proposal)
    return invoice ? proposal.invoices.filter(({ invoiceId }) => invoiceId === invoice) : proposal.invoices
  }
  const toBook = proposals.filter((proposal) => mayBook(proposal) && choiceOf(proposal).isBooked)
  const comesIn = toBook
    .filter(({ amountCents }) => amountCents > 0)
    .map((proposal) =>
      Math.min(
        proposal.unbookedCents,
        paidBy(proposal).reduce((open, { openCents }) => open + openCents, 0),
      ),
    )
  const goesOut = toBook.filter(({ amountCents }) => amountCents < 0).map(({ unbookedCents }) => -unbookedCents)
  const sums = [comesIn, goesOut].filter((cents) => cents.length > 0)
  const total = sums.map((cents) => writeMoney(cents.reduce((sum, each) => sum + each, 0))).join(', ')
  const bookable = proposals.filter(mayBook)

  const book = async () => {
    const payments = toBook.flatMap((proposal) =>
      paidBy(proposal).map(({ invoiceId }) => ({ transactionId: proposal.transactionId, invoiceId })),
    )
    const { data, problem } = await confirm({ id, input: { payments } })
    refuse(problem)
    tell(data ? said.done(data.confirmPayments.payments.length) : undefined)
    setSkipped(
      (data?.confirmPayments.skipped ?? []).map(({ transactionId, reason }) => {
        const proposal = proposals.find((each) => each.transactionId === transactionId)
        return proposal ? `${nameOf(proposal)}, ${writeAmount(proposal)}: ${reason}` : reason
      }),
    )
    setChosen({})
    retry()
  }
  return (
    <>
      <Told text={told} />
      <div role="alert" className={refusal || skipped.length > 0 ? undefined : 'unseen'}>
        {refusal && <Notice look="danger">{refusal.message}</Notice>}
        {skipped.length > 0 && (
          <Notice look="warn">
            <p>{said.skipped}</p>
            <ul>
              {skipped.map((each) => (
                <li key={each}>{each}</li>
              ))}
            </ul>
          </Notice>
        )}
      </div>
      {statements.map((statement) => (
        <section key={`${statement.account} ${statement.from}`} className="card">
          <div className="part">
            <h2>{said.statement(statement.iban ? writeIban(statement.iban) : statement.account)}</h2>
            <p className="quiet">{aboutOf(statement)}</p>
          </div>
        </section>
      ))}
      <section className="card" aria-labelledby="proposals">
        <header className="part over">
          <h2 id="proposals">{said.proposals}</h2>
          {bookable.length > 0 && may('confirmPayments') && (
            <Button look="primary" isBusy={isBusy} disabled={toBook.length === 0} onClick={book}>
              {toBook.length > 0 ? said.book(toBook.length, total) : said.bookNothing}
            </Button>
          )}
        </header>
        {proposals.length === 0 ? (
          <Blank icon={Landmark} title={said.nothing.title}>
            {said.nothing.text}
          </Blank>
        ) : (
          <>
            <Table
              label={said.proposals}
              rows={pageOf(proposals, page).map((proposal) => ({ ...proposal, id: proposal.transactionId }))}
              columns={[
                {
                  label: said.who,
                  kind: 'main',
                  show: (proposal) =>
                    mayBook(proposal) && may('confirmPayments') ? (
                      <label className="choice">
                        <input
                          type="checkbox"
                          aria-label={said.choosing(nameOf(proposal))}
                          checked={choiceOf(proposal).isBooked}
                          onChange={({ currentTarget }) => change(proposal, { isBooked: currentTarget.checked })}
                        />
                        <Whom proposal={proposal} />
                      </label>
                    ) : (
                      <Whom proposal={proposal} />
                    ),
                },
                {
                  label: said.day,
                  show: ({ bookedOn }) => <time dateTime={bookedOn}>{writeDay(bookedOn as Day)}</time>,
                },
                {
                  label: said.pays,
                  show: (proposal) => (
                    <Paid
                      proposal={proposal}
                      chosen={choiceOf(proposal).invoice}
                      onChoose={(invoice) => change(proposal, { invoice })}
                    />
                  ),
                },
                {
                  label: said.why,
                  kind: 'quiet',
                  show: (proposal) =>
                    isDone(proposal) ? (
                      <span className="badge good">{said.booked}</span>
                    ) : (
                      proposal.reason || said.matches[proposal.match]
                    ),
                },
                { label: said.amount, kind: 'figure', show: writeAmount },
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

function Paid({
  proposal,
  chosen,
  onChoose,
}: {
  proposal: Proposal
  chosen: string | undefined
  onChoose: (invoice: string) => void
}) {
  const { invoices, match } = proposal
  if (invoices.length === 0) return <span className="quiet">{said.none}</span>
  if (match === 'ambiguous' && mayBook(proposal))
    return (
      <select
        className="input"
        aria-label={said.paysOf(nameOf(proposal))}
        value={chosen}
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
      >
        {invoices.map(({ invoiceId, number, clientName, openCents }) => (
          <option key={invoiceId} value={invoiceId}>
            {[number, clientName, writeMoney(openCents)].join(' · ')}
          </option>
        ))}
      </select>
    )
  return invoices.map(({ invoiceId, number, clientName }, index) => (
    <span key={invoiceId}>
      {index > 0 && ', '}
      <Link to="/invoices/$id" params={{ id: invoiceId }}>
        {number}
      </Link>{' '}
      <span className="quiet">{clientName}</span>
    </span>
  ))
}

const Whom = ({ proposal }: { proposal: Proposal }) => (
  <span>
    {nameOf(proposal)}
    {proposal.name && proposal.reference && <span className="quiet"> {proposal.reference}</span>}
  </span>
)

const nameOf = ({ name, reference, transactionId }: Proposal) => name ?? reference ?? transactionId

const writeAmount = ({ amountCents, currency }: Pick<Proposal, 'amountCents' | 'currency'>) =>
  currency === 'EUR' ? writeMoney(amountCents) : numberFormat({ style: 'currency', currency }).format(amountCents / 100)

function aboutOf({ from, to, openingCents, closingCents, pending, currency }: Imported['statements'][number]): string {
  const amount = (cents: number) => writeAmount({ amountCents: cents, currency })
  return [
    [from, to]
      .flatMap((day) => (day ? [writeDay(day as Day)] : []))
      .filter((day, index, all) => all.indexOf(day) === index)
      .join(' – '),
    openingCents != null && `${said.opening} ${amount(openingCents)}`,
    closingCents != null && `${said.closing} ${amount(closingCents)}`,
    pending > 0 && said.pending(writeCount(pending)),
  ]
    .filter(Boolean)
    .join(' · ')
}
