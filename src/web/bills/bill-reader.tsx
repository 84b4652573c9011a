import './bills.css'
import { useState } from 'react'
import { BillUploadAddressDocument } from '#schema/web/graphql'
import { fetchGraphql, type Problem } from '../graphql/fetch-graphql.ts'
import { maxFileBytes, postFile } from '../graphql/post-file.ts'
import { type IsoDate } from '../i18n/dates.ts'
import { formatDate, formatIban, formatNumber } from '../i18n/format.ts'
import { numberFormatter, t } from '../i18n/locale.ts'
import { useMay } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { FileDrop } from '../ui/file-drop.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { ForbiddenState } from '../ui/query-result.tsx'
import { Table } from '../ui/table.tsx'
import { messages } from './bills.messages.ts'

interface Party {
  name: string | null
  street: string | null
  postal_code: string | null
  city: string | null
  country: string | null
  vat_id: string | null
  tax_number: string | null
  email: string | null
}

/** The response of `POST /bills/read`. */
interface Bill {
  format: string
  profile: string | null
  kind: keyof typeof messages.kinds
  type_code: string | null
  number: string | null
  issue_date: IsoDate | null
  due_date: IsoDate | null
  currency: string | null
  buyer_reference: string | null
  seller: Party
  buyer: Party
  lines: {
    description: string | null
    quantity: number | null
    unit: string | null
    unit_price: number | null
    net_cents: number | null
    tax_rate: number | null
  }[]
  subtotal_cents: number | null
  tax_cents: number | null
  total_cents: number | null
  prepaid_cents: number
  third_party_cents: number
  payable_cents: number | null
  payment: {
    means: string | null
    iban: string | null
    bic: string | null
    account_holder: string | null
    reference: string | null
    terms: string | null
    mandate: string | null
    debited_iban: string | null
    creditor_id: string | null
    discounts: { percent: number; days: number }[]
  }
  findings: { field: string; message: string }[]
}

const maxLines = 200

/** Shows a received e-invoice in readable form. */
export function BillReaderPage() {
  const may = useMay()
  const [bill, setBill] = useState<Bill>()
  const [isBusy, setBusy] = useState(false)
  const [refusal, refuse] = useState<Problem>()
  const take = async (file: File) => {
    setBusy(true)
    const address = await fetchGraphql(BillUploadAddressDocument)
    const outcome = address.data?.billReadUrl
      ? await postFile<Bill>(address.data.billReadUrl.url, file, maxFileBytes.read)
      : address
    setBusy(false)
    refuse(outcome.problem)
    setBill(outcome.data && 'lines' in outcome.data ? outcome.data : undefined)
  }
  if (!may('billReadUrl'))
    return (
      <Page title={messages.title}>
        <ForbiddenState />
      </Page>
    )
  return (
    <Page
      title={messages.title}
      about={messages.about}
      action={bill && <Button onClick={() => setBill(undefined)}>{messages.other}</Button>}
    >
      <div role="alert" className={refusal ? undefined : 'unseen'}>
        {refusal && <Notice variant="danger">{refusal.message}</Notice>}
      </div>
      {bill ? (
        <BillView bill={bill} />
      ) : (
        <FileDrop
          label={messages.choose}
          hint={messages.drop}
          types={['.pdf', '.xml', 'application/pdf', 'application/xml', 'text/xml']}
          isBusy={isBusy}
          onFile={take}
        />
      )}
    </Page>
  )
}

/** UNTDID 1001: self-billed invoice. */
const selfBilledCode = '389'

/** UNTDID 4461: direct debit and SEPA direct debit. */
const directDebitCodes = ['49', '59']

/** Cash discounts in the machine-readable form of XRechnung (BR-DE-18). They are listed separately. */
const structuredTerms = /^[ \t]*#SKONTO#.*#\s*$/gm

const formatDiscount = ({ percent, days }: Bill['payment']['discounts'][number]) =>
  messages.discount(t.percent(formatNumber(percent)), days)

/** The seller collects the amount by direct debit. A transfer would pay it twice. */
const isDirectDebit = ({ kind, payable_cents: cents, payment }: Bill) =>
  kind !== 'credit_note' && (cents ?? 1) > 0 && directDebitCodes.includes(payment.means ?? '')

const formatTitle = ({ kind, type_code: code }: Bill) =>
  code === selfBilledCode ? messages.selfBilled : messages.kinds[kind]

/** A label for the field of a finding: `lines.0.net_cents` belongs to the first line. */
function fieldLabel(field: string): string {
  const [, of, number] = /^(lines|tax_breakdown)\.(\d+)\./.exec(field) ?? []
  if (of === 'lines') return messages.line(Number(number) + 1)
  return messages.fields[of ?? field] ?? field
}

function BillView({ bill }: { bill: Bill }) {
  const { findings, seller, buyer, payment } = bill
  const money = (cents: number | null) => (cents === null ? null : formatAmount(bill.currency, cents / 100))
  return (
    <div className="bill">
      <div role="status">
        <Notice variant={findings.length > 0 ? 'warn' : 'good'}>
          {findings.length === 0 ? (
            messages.fine
          ) : (
            <>
              <p>{messages.findings(findings.length)}</p>
              <ul>
                {findings.map(({ field, message }) => (
                  <li key={`${field} ${message}`}>
                    {fieldLabel(field)}: {message}
                  </li>
                ))}
              </ul>
            </>
          )}
        </Notice>
      </div>
      {isDirectDebit(bill) && (
        <Notice variant="warn">
          {messages.directDebit(
            payment.debited_iban && formatIban(payment.debited_iban),
            bill.due_date && formatDate(bill.due_date),
          )}
        </Notice>
      )}
      <section className="card" aria-labelledby="bill">
        <header className="part over">
          <h2 id="bill">{[formatTitle(bill), bill.number].filter(Boolean).join(' ')}</h2>
          <b>{money(bill.payable_cents ?? bill.total_cents)}</b>
        </header>
        <div className="part facts">
          <FactList
            title={messages.facts}
            facts={[
              [messages.issueDate, bill.issue_date && formatDate(bill.issue_date)],
              [messages.dueDate, bill.due_date && formatDate(bill.due_date)],
              [messages.reference, bill.buyer_reference],
              [messages.format, [bill.format, bill.profile].filter(Boolean).join(', ')],
            ]}
          />
          <PartyFacts title={messages.seller} party={seller} />
          <PartyFacts title={messages.buyer} party={buyer} />
          <FactList
            title={isDirectDebit(bill) ? messages.collection : messages.payment}
            facts={[
              ...(isDirectDebit(bill)
                ? ([
                    [messages.debitedIban, payment.debited_iban && formatIban(payment.debited_iban)],
                    [messages.mandate, payment.mandate],
                    [messages.creditorId, payment.creditor_id],
                  ] as const)
                : ([
                    [messages.iban, payment.iban && formatIban(payment.iban)],
                    [messages.holder, payment.account_holder],
                  ] as const)),
              [messages.purpose, payment.reference],
              [messages.discounts, payment.discounts.map(formatDiscount).join(', ')],
              [messages.terms, payment.terms?.replace(structuredTerms, '').trim()],
            ]}
          />
        </div>
      </section>
      <section className="card" aria-labelledby="bill-lines">
        <header className="part over">
          <h2 id="bill-lines">{messages.lines}</h2>
        </header>
        <Table
          label={messages.lines}
          rows={bill.lines.slice(0, maxLines).map((line, index) => ({ ...line, id: String(index) }))}
          columns={[
            { label: messages.description, kind: 'main', show: ({ description }) => description },
            {
              label: messages.quantity,
              kind: 'figure',
              show: ({ quantity, unit }) => quantity !== null && `${formatNumber(quantity)} ${unit ?? ''}`,
            },
            {
              label: messages.unitPrice,
              kind: 'figure',
              show: ({ unit_price: price }) => price !== null && formatAmount(bill.currency, price),
            },
            {
              label: messages.taxRate,
              kind: 'figure',
              show: ({ tax_rate: rate }) => rate !== null && t.percent(formatNumber(rate)),
            },
            { label: messages.net, kind: 'figure', show: ({ net_cents: cents }) => money(cents) },
          ]}
        />
        <div className="part">
          <dl className="sums">
            {(
              [
                [messages.subtotal, bill.subtotal_cents],
                [messages.tax, bill.tax_cents],
                [messages.total, bill.total_cents],
                ...(bill.prepaid_cents ? [[messages.prepaid, -bill.prepaid_cents] as const] : []),
                ...(bill.third_party_cents ? [[messages.thirdParty, bill.third_party_cents] as const] : []),
                [messages.payable, bill.payable_cents],
              ] as const
            ).map(([name, cents]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{money(cents) ?? '–'}</dd>
              </div>
            ))}
          </dl>
        </div>
      </section>
    </div>
  )
}

const PartyFacts = ({ title, party }: { title: string; party: Party }) => (
  <FactList
    title={title}
    lines={[
      party.name,
      party.street,
      [party.postal_code, party.city].filter(Boolean).join(' '),
      party.country,
      party.email,
    ]}
    facts={[
      [messages.vatId, party.vat_id],
      [messages.taxNumber, party.tax_number],
    ]}
  />
)

interface FactsProps {
  title: string
  lines?: readonly (string | null)[]
  facts: readonly (readonly [name: string, value: string | null | undefined])[]
}

const FactList = ({ title, lines = [], facts }: FactsProps) => (
  <div>
    <h3>{title}</h3>
    {lines.filter(Boolean).map((line) => (
      <p key={line}>{line}</p>
    ))}
    <dl>
      {facts
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name}>
            <dt className="quiet">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  </div>
)

/** Formats an amount in the currency of the document, or without one if it names none. */
function formatAmount(currency: string | null, amount: number): string {
  if (!currency || !/^[A-Z]{3}$/.test(currency)) return formatNumber(amount)
  return numberFormatter({ style: 'currency', currency, maximumFractionDigits: 4 }).format(amount)
}
