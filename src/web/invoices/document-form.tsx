import { ArrowDown, ArrowUp, Plus, Send, Trash2 } from 'lucide-react'
import { type ChangeEvent, type FormEvent, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import {
  BillableClientsDocument,
  type BillableFragment,
  type InvoiceChoicesQuery,
  type LineDataFragment,
} from '../../../schema/web/graphql.ts'
import { ClientForm } from '../clients/client-form.tsx'
import { useQuery } from '../graphql/client.ts'
import type { Outcome, Problem } from '../graphql/send.ts'
import { useMay } from '../session.ts'
import { useAttempt } from '../ui/attempt.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useDrawing } from '../ui/drawing.ts'
import { Elsewhere } from '../ui/elsewhere.tsx'
import { Area, Choice, Field } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { SearchChoice } from '../ui/search-choice.tsx'
import { Sure } from '../ui/sure.tsx'
import { fieldFigure, readFigure } from '../words/read.ts'
import { words, writeMoney } from '../words/words.ts'
import {
  type CashDiscount,
  type Draft,
  draftInput,
  isReadable,
  type Line,
  newLine,
  noDiscount,
  wrongDiscount,
  wrongFigures,
} from './draft.ts'
import { HasEnded, outdated, useHeld } from './held-draft.tsx'
import { said } from './invoices.words.ts'
import { here, WrittenSheet } from './parts.tsx'
import { type Sums, type Totals, useTotals } from './totals.ts'

/** What is written in the form: an invoice, a quote, or what invoices are made of. */
export interface Written {
  id: string
  version: number
  client: Pick<BillableFragment, 'id' | 'name'>
  lineItems: LineDataFragment[]
  /** A kind that makes documents, and is none, has none. */
  pdfUrl?: string
  previewUrl?: string
}

/** A kind of document: how it is written and kept. */
export interface Kind<W extends Written> {
  words: DocumentWords
  /** What the days that it begins and ends on are called by the service. */
  from: 'issueDate' | 'startsOn'
  until: 'dueDate' | 'validUntil' | 'endsOn'
  /** That day, by the terms of whom it is to. */
  untilOf: (issueDate: string, termsDays: number) => string
  isPeriodAsked: boolean
  /** Has a draft drawn as it is written: a new one, or what is kept under an id. */
  draw: (draft: Draft, keptId: string | undefined) => Promise<Outcome<string>>
  /** What it came to when it was kept; a kind that has no sums does without. */
  sumsOf?: (document: W) => Sums
  /** What else is asked for, behind the days. */
  ask?: (draft: Draft, change: (changed: Partial<Draft>) => void, wrong: Record<string, string>) => ReactNode
  draftOf: (document: W) => Draft
  /** Keeps it: what there is changes, or a new one is made. */
  keep: (draft: Draft, kept: Pick<W, 'id' | 'version'> | undefined) => Promise<Outcome<W>>
  remove: (id: string) => Promise<Outcome<unknown>>
  mayDelete: string
  /** Whether it is sent by hand once it is written. */
  isSent: boolean
  show: (id: string, isSending: boolean, isNew: boolean) => void
  leave: () => void
}

interface DocumentFormProps<W extends Written> {
  kind: Kind<W>
  /** Absent where it is a new one. */
  document?: W
  initial: Draft
  choices: Choices
  /** Asks how it is now, for somebody else has changed it. */
  onConflict?: (() => void) | undefined
  /** What stands above its picture. */
  beside?: ReactNode
}

/** What the form calls a document of a kind. */
interface DocumentWords {
  issueDate: string
  /** Absent where the document must be dated. */
  issueDateHint?: string
  until: string
  /** Absent where the document must say it. */
  untilHint?: string
  more: string
  /** What is shown until there is something to draw. */
  previewLater: string
  changed: string
  delete: string
  deleteSure: { title: string; text: string; submit: string }
}

export type Choices = Pick<
  NonNullable<InvoiceChoicesQuery['organization']>,
  'defaultPaymentTermsDays' | 'smallBusiness'
> & {
  /** Whom it is to, until another is chosen. */
  client: BillableFragment | null
}

/** A draft as far as it is written: a line that says nothing yet is seen all the same, half the terms of a discount are none. */
const seenIn = ({ cashDiscount, ...draft }: Draft): Draft => ({
  ...draft,
  ...(cashDiscount && { cashDiscount: Object.values(cashDiscount).every(Boolean) ? cashDiscount : noDiscount }),
  lines: draft.lines.map((line) => (line.description.trim() ? line : { ...line, description: '…' })),
})

const asSent = (draft: Draft) => JSON.stringify([draftInput(draft), draft.schedule])

/** A draft: whom it is to, what it bills, and what that comes to as one types. */
export function DocumentForm<W extends Written>(given: DocumentFormProps<W>) {
  const { kind, document: invoice, initial, choices, onConflict, beside } = given
  const [draft, setDraft] = useState(initial)
  // What is written changes this; what somebody else does to it meanwhile is told.
  const [base, setBase] = useState(invoice)
  const [client, setClient] = useState(choices.client)
  const [sought, setSought] = useState('')
  const found = useQuery(BillableClientsDocument, { q: sought || null }, ['client'])
  const [hasDueDate, setHasDueDate] = useState(Boolean(invoice))
  const [problem, setProblem] = useState<Problem>()
  // Figures that were gone on from, and are said to be wrong where they are: `name` of terms, `key.name` of lines.
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set())
  const [busy, setBusy] = useState<'save' | 'send'>()
  const [isSaved, setSaved] = useState(false)
  const [dialog, setDialog] = useState<'client' | 'delete'>()
  const [told, setTold] = useState('')
  const totals = useTotals(draft, invoice && kind.sumsOf?.(invoice))
  // How often what somebody else has changed was taken over, of which the form shows a part.
  const [taken, setTaken] = useState(0)
  const seen = seenIn(draft)
  const wrongTerms = Object.entries(wrongDiscount(draft.cashDiscount))
  const isReadableYet = wrongTerms.length === 0 && draft.lines.every(isReadable)
  const drawing = useDrawing(
    draft.clientId && isReadableYet ? `${asSent(seen)} ${taken}` : null,
    () => kind.draw(seen, base?.id),
    invoice?.previewUrl && here(invoice.previewUrl),
  )
  const form = useRef<HTMLFormElement>(null)
  const attempted = useAttempt()
  const may = useMay()
  const unreadable = [
    ...wrongTerms.map(([name, text]) => ({ figure: name, path: name, text })),
    ...draft.lines.flatMap((line, index) =>
      Object.entries(wrongFigures(line)).map(([name, text]) => ({
        figure: `${line.key}.${name}`,
        path: `lineItems.${index}.${name}`,
        text,
      })),
    ),
  ]
  const marked = unreadable.filter(({ figure }) => checked.has(figure)).map(({ path, text }) => [path, text])
  const wrong: Record<string, string> = {
    ...drawing.problem?.paths,
    ...totals.problem?.paths,
    ...problem?.paths,
    ...Object.fromEntries(marked),
  }
  const isDirty = !base || asSent(draft) !== asSent(kind.draftOf(base))
  const held = useHeld(base !== undefined && isDirty)
  const isElsewhere = !busy && invoice !== undefined && base !== undefined && invoice.version > base.version
  const adopt = (now: W) => {
    setBase(now)
    setClient({ ...now.client, paymentTermsDays: null })
    setDraft(kind.draftOf(now))
    setProblem(undefined)
    setTaken(taken + 1)
  }
  if (isElsewhere && !isDirty) adopt(invoice)

  const change = (changed: Partial<Draft>, to = client) => {
    setSaved(false)
    setProblem(undefined)
    setDraft((now) => {
      const next = { ...now, ...changed }
      if (hasDueDate || !('clientId' in changed || 'issueDate' in changed)) return next
      return { ...next, dueDate: kind.untilOf(next.issueDate, to?.paymentTermsDays ?? choices.defaultPaymentTermsDays) }
    })
  }
  const changeLines = (lines: Line[]) => change({ lines })
  const check = (figure: string) => setChecked((now) => new Set([...now, figure]))
  const choose = (chosen: BillableFragment) => {
    setClient(chosen)
    change({ clientId: chosen.id }, chosen)
    setDialog(undefined)
  }
  const focusOn = (index: number, button: 'up' | 'down' | 'description') =>
    requestAnimationFrame(() => {
      const line = form.current?.querySelectorAll<HTMLElement>('.line')[index]
      const wanted = line?.querySelector<HTMLElement>(
        `[data-at="${button}"]:not([aria-disabled]), [data-at]:not([aria-disabled])`,
      )
      ;(button === 'description' ? line?.querySelector('textarea') : wanted)?.focus()
    })
  const move = (index: number, by: 1 | -1) => {
    const lines = [...draft.lines]
    const [line] = lines.splice(index, 1)
    if (line) lines.splice(index + by, 0, line)
    changeLines(lines)
    setTold(said.moved(index + by + 1))
    focusOn(index + by, by < 0 ? 'up' : 'down')
  }
  const remove = (index: number) => {
    changeLines(draft.lines.filter((_, each) => each !== index))
    focusOn(Math.min(index, draft.lines.length - 2), 'description')
  }
  const add = () => {
    changeLines([...draft.lines, newLine(draft.lines.at(-1)?.taxRate ?? (choices.smallBusiness ? '0' : '19'))])
    focusOn(draft.lines.length, 'description')
  }

  /** Keeps it; null where it was refused. */
  async function save(): Promise<string | null> {
    setChecked(new Set(unreadable.map(({ figure }) => figure)))
    if (unreadable.length > 0) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
      return null
    }
    if (base && !isDirty) return base.id
    // Where this one is none any more it is another draft.
    const kept = held.ended ? undefined : base
    const { data, problem: refused } = await kind.keep(draft, kept)
    // What is wrong is marked before it gets the focus.
    flushSync(() => setProblem(refused))
    attempted(refused)
    if (kept && refused && outdated.has(refused.code)) onConflict?.()
    if (refused) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
    if (!data) return null
    if (kept) setBase(data)
    return data.id
  }
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const { submitter } = event.nativeEvent as SubmitEvent
    const errand = submitter?.getAttribute('value') === 'send' ? 'send' : 'save'
    setBusy(errand)
    const id = await save()
    setBusy(undefined)
    if (!id) return
    setSaved(errand === 'save')
    const isNew = !invoice || held.ended !== undefined
    if (isNew || errand === 'send') kind.show(id, errand === 'send', isNew)
  }
  const isBeside =
    problem &&
    Object.keys(problem.paths ?? {}).some(
      (path) =>
        path.startsWith('lineItems.') ||
        path in { ...draft, ...draft.cashDiscount, ...draft.schedule } ||
        [kind.from, kind.until].some((each) => path === each),
    )
  const sheet = (
    <WrittenSheet
      drawing={drawing}
      kept={base}
      isDirty={isDirty}
      isUnreadable={!isReadableYet}
      before={kind.words.previewLater}
    />
  )
  return (
    <>
      <form className="form invoice" ref={form} onSubmit={submit}>
        <div role="alert" className={(problem && !isBeside) || isElsewhere || held.ended ? undefined : 'unseen'}>
          {held.ended ? (
            <HasEnded held={held} onKeep={() => form.current?.requestSubmit()} />
          ) : isElsewhere ? (
            <Elsewhere text={kind.words.changed} onReload={() => adopt(invoice)} onKeep={() => setBase(invoice)} />
          ) : (
            problem && !isBeside && <Notice look="danger">{problem.message}</Notice>
          )}
        </div>
        <p className="unseen" role="status">
          {told}
        </p>
        <section className="card">
          <div className="part row">
            <div className="with">
              <SearchChoice
                label={said.client}
                isRequired
                chosen={client}
                found={found.data?.clients?.clients}
                onSearch={setSought}
                onChoose={choose}
                wrong={wrong.clientId}
                autoFocus={!invoice && !draft.clientId}
              />
              {may('createClient') && (
                <Button onClick={() => setDialog('client')}>
                  <Plus size={16} aria-hidden />
                  {said.newClient}
                </Button>
              )}
            </div>
            <div className="halves">
              <Field
                label={kind.words.issueDate}
                hint={kind.words.issueDateHint}
                type="date"
                required={!kind.words.issueDateHint}
                value={draft.issueDate}
                onChange={({ currentTarget }) => change({ issueDate: currentTarget.value })}
                wrong={wrong[kind.from]}
              />
              <Field
                label={kind.words.until}
                hint={kind.words.untilHint}
                type="date"
                required={!kind.words.untilHint}
                value={draft.dueDate}
                onChange={({ currentTarget }) => {
                  setHasDueDate(true)
                  change({ dueDate: currentTarget.value })
                }}
                wrong={wrong[kind.until]}
              />
              {draft.cashDiscount && (
                <DiscountFields
                  discount={draft.cashDiscount}
                  wrong={wrong}
                  onChange={(cashDiscount) => change({ cashDiscount })}
                  onChecked={check}
                />
              )}
            </div>
          </div>
          {kind.ask?.(draft, change, wrong)}
          <div className="lines">
            {draft.lines.map((line, index) => (
              <LineFields
                key={line.key}
                line={line}
                index={index}
                count={draft.lines.length}
                wrong={wrong}
                net={totals.preview?.lineItems[index]?.netCents}
                exemption={totals.preview?.lineItems[index]?.taxExemptionReason}
                warning={totals.preview?.warnings.find(({ field }) => field === `line_items.${index}.tax_rate`)}
                isFirst={!invoice && index === 0 && Boolean(initial.clientId)}
                onChange={(changed) =>
                  changeLines(draft.lines.map((each) => (each.key === line.key ? { ...each, ...changed } : each)))
                }
                onChecked={(name) => check(`${line.key}.${name}`)}
                onMove={(by) => move(index, by)}
                onRemove={() => remove(index)}
              />
            ))}
            <div className="part">
              <Button look={['plain', 'small']} onClick={add}>
                <Plus size={16} aria-hidden />
                {said.add}
              </Button>
            </div>
          </div>
          <TotalsList totals={totals} />
          <details className="part">
            <summary>{kind.words.more}</summary>
            <div className="form">
              {kind.isPeriodAsked && (
                <div className="halves">
                  <Field
                    label={said.serviceFrom}
                    type="date"
                    value={draft.serviceFrom}
                    onChange={({ currentTarget }) => change({ serviceFrom: currentTarget.value })}
                    wrong={wrong.serviceFrom}
                  />
                  <Field
                    label={said.serviceTo}
                    type="date"
                    value={draft.serviceTo}
                    onChange={({ currentTarget }) => change({ serviceTo: currentTarget.value })}
                    wrong={wrong.serviceTo}
                  />
                </div>
              )}
              <Area
                label={said.introduction}
                value={draft.introduction}
                onChange={({ currentTarget }) => change({ introduction: currentTarget.value })}
                wrong={wrong.introduction}
              />
              <Area
                label={said.closing}
                value={draft.closing}
                onChange={({ currentTarget }) => change({ closing: currentTarget.value })}
                wrong={wrong.closing}
              />
            </div>
          </details>
        </section>
        <div className="actions">
          <Button type="submit" value="save" look={kind.isSent ? undefined : 'primary'} isBusy={busy === 'save'}>
            {words.save}
          </Button>
          {kind.isSent && (
            <Button type="submit" value="send" look="primary" isBusy={busy === 'send'}>
              <Send size={16} aria-hidden />
              {said.send}
            </Button>
          )}
          <span role="status" className="quiet">
            {isSaved && words.saved}
          </span>
          {invoice && may(kind.mayDelete) && (
            <Button look={['plain', 'danger']} onClick={() => setDialog('delete')}>
              {kind.words.delete}
            </Button>
          )}
        </div>
      </form>
      {beside ? (
        <div className="form">
          {beside}
          {sheet}
        </div>
      ) : (
        sheet
      )}
      {dialog === 'client' && (
        <Dialog title={said.newClient} isOpen isWide onClose={() => setDialog(undefined)} isQuestion>
          <ClientForm onDone={choose} onCancel={() => setDialog(undefined)} />
        </Dialog>
      )}
      {dialog === 'delete' && invoice && (
        <Sure
          {...kind.words.deleteSure}
          label={kind.words.deleteSure.submit}
          send={() => kind.remove(invoice.id)}
          onDone={kind.leave}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  )
}

interface DiscountFieldsProps {
  discount: CashDiscount
  wrong: Record<string, string>
  onChange: (discount: CashDiscount) => void
  /** A figure was gone on from, by the name that the service gives it. */
  onChecked: (name: string) => void
}

function DiscountFields({ discount, wrong, onChange, onChecked }: DiscountFieldsProps) {
  const field = (name: keyof CashDiscount) => ({
    value: discount[name],
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) =>
      onChange({ ...discount, [name]: currentTarget.value }),
    onBlur: () => onChecked(name),
    wrong: wrong[name],
  })
  return (
    <>
      <Field label={said.discountPercent} inputMode="decimal" {...field('cashDiscountPercent')} />
      <Field label={said.discountDays} inputMode="numeric" {...field('cashDiscountDays')} />
    </>
  )
}

interface LineFieldsProps {
  line: Line
  index: number
  count: number
  wrong: Record<string, string>
  net: number | undefined
  exemption: string | null | undefined
  warning: { message: string } | undefined
  isFirst: boolean
  onChange: (changed: Partial<Line>) => void
  /** A figure was gone on from, by the name that the service gives it. */
  onChecked: (name: string) => void
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}

const rates = ['19', '7', '0']

/** § 12 Abs. 3 UStG: a rate of its own, and no exemption. */
const zeroRated = 'Z'

function LineFields({ line, index, count, wrong, net, exemption, warning, ...given }: LineFieldsProps) {
  const { isFirst, onChange, onChecked, onMove, onRemove } = given
  const at = (name: string) => wrong[`lineItems.${index}.${name}`]
  const number = index + 1
  const isUntaxed = Number(readFigure(line.taxRate, 2)) === 0
  const isZeroRated = isUntaxed && line.kept.taxCategory === 'Z'
  const needsReason = isUntaxed && Boolean(at('taxRate'))
  return (
    <fieldset className="line part">
      <legend className="unseen">{said.line(number)}</legend>
      <div className="what">
        <Area
          label={said.description}
          rows={1}
          required
          maxLength={1000}
          value={line.description}
          onChange={({ currentTarget }) => onChange({ description: currentTarget.value })}
          autoFocus={isFirst}
          wrong={at('description')}
        />
      </div>
      <div className="figures">
        <Field
          label={said.quantity}
          inputMode="decimal"
          required
          value={line.quantity}
          onChange={({ currentTarget }) => onChange({ quantity: currentTarget.value })}
          // One is there already: what is typed takes its place.
          onClick={({ currentTarget }) => line.quantity === fieldFigure(1) && currentTarget.select()}
          onBlur={() => line.quantity && onChecked('quantity')}
          wrong={at('quantity')}
        />
        <Choice
          label={said.unit}
          value={line.unit}
          onChange={({ currentTarget }) => onChange({ unit: currentTarget.value })}
          options={line.unit in said.units ? said.units : { ...said.units, [line.unit]: line.unit }}
          wrong={at('unit')}
        />
        <Field
          label={said.unitPrice}
          inputMode="decimal"
          required
          value={line.unitPrice}
          onChange={({ currentTarget }) => onChange({ unitPrice: currentTarget.value })}
          onBlur={() => line.unitPrice && onChecked('unitPriceCents')}
          wrong={at('unitPriceCents')}
        />
        <Field
          label={said.discount}
          inputMode="decimal"
          value={line.discount}
          onChange={({ currentTarget }) => onChange({ discount: currentTarget.value })}
          onBlur={() => line.discount && onChecked('discountPercent')}
          wrong={at('discountPercent')}
        />
        <Choice
          label={said.taxRate}
          value={isZeroRated ? zeroRated : line.taxRate}
          onChange={({ currentTarget: { value } }) =>
            onChange({
              taxRate: value === zeroRated ? '0' : value,
              kept: { ...line.kept, taxCategory: value === zeroRated ? 'Z' : null },
            })
          }
          options={{
            ...Object.fromEntries([...new Set([line.taxRate, ...rates])].map((rate) => [rate, words.percent(rate)])),
            [zeroRated]: said.zeroRated,
          }}
          wrong={needsReason && !line.reason ? said.needsReason : at('taxRate')}
        />
        <div className="net">
          <span className="quiet">{said.net}</span>
          <output>{net === undefined ? '–' : writeMoney(net)}</output>
        </div>
      </div>
      {isUntaxed && !isZeroRated && (
        <Choice
          label={said.supply}
          hint={said.supplyHint}
          value={line.kept.supply ?? 'service'}
          onChange={({ currentTarget }) =>
            onChange({ kept: { ...line.kept, supply: currentTarget.value as keyof typeof said.supplies } })
          }
          options={said.supplies}
          wrong={at('supply')}
        />
      )}
      {isUntaxed && !isZeroRated && (needsReason || line.reason !== '') && (
        <Field
          label={said.reason}
          hint={said.reasonHint}
          value={line.reason}
          onChange={({ currentTarget }) => onChange({ reason: currentTarget.value })}
          wrong={at('taxExemptionReason')}
        />
      )}
      {isUntaxed && exemption && !line.reason && <p className="quiet">{exemption}</p>}
      {warning && <Notice look="warn">{plain(warning.message)}</Notice>}
      <div className="tools">
        <Button
          look={['plain', 'small']}
          data-at="up"
          aria-label={said.up(number)}
          disabled={index === 0}
          onClick={() => onMove(-1)}
        >
          <ArrowUp size={16} aria-hidden />
        </Button>
        <Button
          look={['plain', 'small']}
          data-at="down"
          aria-label={said.down(number)}
          disabled={number === count}
          onClick={() => onMove(1)}
        >
          <ArrowDown size={16} aria-hidden />
        </Button>
        <Button look={['plain', 'small']} aria-label={said.remove(number)} disabled={count === 1} onClick={onRemove}>
          <Trash2 size={16} aria-hidden />
        </Button>
      </div>
    </fieldset>
  )
}

/** A warning without the name of its field, beside which it stands. */
const plain = (message: string) => message.replace(/^\S+ /, '').replace(/^./u, (first) => first.toUpperCase())

function TotalsList({ totals: { preview, isLate } }: { totals: Totals }) {
  return (
    <dl className="totals part" aria-label={said.totals} aria-busy={isLate}>
      <div>
        <dt>{said.subtotal}</dt>
        <dd>{preview ? writeMoney(preview.subtotalCents) : '–'}</dd>
      </div>
      {preview?.taxBreakdown
        .filter(({ taxRate }) => taxRate > 0)
        .map(({ taxRate, taxCents }) => (
          <div key={taxRate}>
            <dt>{said.tax(fieldFigure(taxRate))}</dt>
            <dd>{writeMoney(taxCents)}</dd>
          </div>
        ))}
      <div className="sum">
        <dt>{said.total}</dt>
        <dd>{preview ? writeMoney(preview.totalCents) : '–'}</dd>
      </div>
    </dl>
  )
}
