import { Send } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ClientForm } from '../clients/client-form.tsx'
import { t } from '../i18n/locale.ts'
import { useMay } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useDrawing } from '../ui/drawing.ts'
import { Elsewhere } from '../ui/elsewhere.tsx'
import { Field } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Sure } from '../ui/sure.tsx'
import { CashDiscountFields } from './cash-discount-fields.tsx'
import { ClientChoice } from './client-choice.tsx'
import type { Written } from './document-kind.ts'
import { isReadableYet, seenIn } from './draft.ts'
import { HasEnded } from './held-draft.tsx'
import { messages } from './invoices.messages.ts'
import { asKept, useKeptDraft, type Writing } from './kept-draft.ts'
import { LineList } from './line-list.tsx'
import { here, WrittenSheet } from './parts.tsx'
import { PeriodAndTexts } from './period-and-texts.tsx'
import { useTotals } from './totals.ts'
import { TotalsList } from './totals-list.tsx'
import { WarningNotices } from './warning-notices.tsx'
import { placed } from './warnings.ts'
import { isBesideField, wrongFields } from './wrong-fields.ts'

interface DocumentFormProps<W extends Written> extends Writing<W> {
  /** What stands above its picture. */
  beside?: ReactNode
}

/** A draft: whom it is to, what it bills, and what that comes to as one types. */
export function DocumentForm<W extends Written>({ beside, ...writing }: DocumentFormProps<W>) {
  const { kind, document, initial, choices } = writing
  const kept = useKeptDraft(writing)
  const { draft, change, held, problem } = kept
  const may = useMay()
  const [dialog, setDialog] = useState<'client' | 'delete'>()
  const close = () => setDialog(undefined)
  const totals = useTotals(draft, kind.isInvoice ? kept.draftId : undefined, document && kind.sumsOf?.(document))
  const seen = seenIn(draft)
  const isDrawable = isReadableYet(draft)
  const drawing = useDrawing(
    draft.clientId && isDrawable ? `${asKept(seen)} ${kept.taken} ${kept.draftId}` : null,
    () => kind.draw(seen, kept.draftId),
    document?.previewUrl && here(document.previewUrl),
  )
  const wrong = wrongFields([drawing.problem, totals.problem, problem], kept.unreadable)
  const warnings = placed(totals.preview?.warnings ?? [], draft)
  const refusal = problem && !isBesideField(problem, draft, kind) ? problem.message : undefined
  const sheet = (
    <WrittenSheet
      drawing={drawing}
      kept={kept.base}
      isDirty={kept.isDirty}
      isUnreadable={!isDrawable}
      before={kind.messages.previewLater}
    />
  )
  return (
    <>
      <form className="form invoice" ref={kept.form} onSubmit={kept.submit}>
        <div role="alert" className={refusal || kept.newer || held.ended ? undefined : 'unseen'}>
          {held.ended ? (
            <HasEnded held={held} onKeep={kept.keepAnew} />
          ) : kept.newer ? (
            <Elsewhere
              text={kind.messages.changed}
              onReload={() => kept.newer && kept.adopt(kept.newer)}
              onKeep={() => kept.keepOver(kept.newer)}
            />
          ) : (
            refusal && <Notice look="danger">{refusal}</Notice>
          )}
        </div>
        <section className="card">
          <div className="part row">
            <ClientChoice
              chosen={kept.client}
              onChoose={kept.choose}
              onNew={() => setDialog('client')}
              wrong={wrong.clientId}
              autoFocus={!document && !draft.clientId}
            />
            <div className="halves">
              <Field
                label={kind.messages.issueDate}
                hint={kind.messages.issueDateHint}
                type="date"
                required={!kind.messages.issueDateHint}
                value={draft.issueDate}
                onChange={({ currentTarget }) => change({ issueDate: currentTarget.value })}
                wrong={wrong[kind.from]}
              />
              <Field
                label={kind.messages.until}
                hint={kind.messages.untilHint}
                type="date"
                required={!kind.messages.untilHint}
                value={draft.dueDate}
                onChange={({ currentTarget }) => change({ dueDate: currentTarget.value })}
                wrong={wrong[kind.until]}
              />
              {draft.cashDiscount && (
                <CashDiscountFields
                  discount={draft.cashDiscount}
                  wrong={wrong}
                  warnings={warnings.cashDiscount}
                  onChange={(cashDiscount) => change({ cashDiscount })}
                  onChecked={kept.check}
                />
              )}
            </div>
          </div>
          {kind.ask?.(draft, change, wrong)}
          <LineList
            lines={draft.lines}
            usualRate={choices.smallBusiness ? '0' : '19'}
            isFirst={!document && Boolean(initial.clientId)}
            totals={totals}
            wrong={wrong}
            warnings={warnings.lines}
            onChange={(lines) => change({ lines })}
            onChecked={kept.check}
          />
          {warnings.others.length > 0 && (
            <div className="part form">
              <WarningNotices warnings={warnings.others} />
            </div>
          )}
          <TotalsList sums={totals.preview} isLate={totals.isLate} />
          <details className="part">
            <summary>{kind.messages.more}</summary>
            <PeriodAndTexts draft={draft} isPeriodAsked={kind.isPeriodAsked} wrong={wrong} onChange={change} />
          </details>
        </section>
        {!held.ended && (
          <div className="actions">
            <Button type="submit" value="save" look={kind.isSent ? undefined : 'primary'} isBusy={kept.busy === 'save'}>
              {t.save}
            </Button>
            {kind.isSent && (
              <Button type="submit" value="send" look="primary" isBusy={kept.busy === 'send'}>
                <Send size={16} aria-hidden />
                {messages.send}
              </Button>
            )}
            <span role="status" className="quiet">
              {kept.saved && (kept.saved === 'all' ? t.saved : messages.savedBefore)}
            </span>
            {document && may(kind.mayDelete) && (
              <Button look={['plain', 'danger']} onClick={() => setDialog('delete')}>
                {kind.messages.delete}
              </Button>
            )}
          </div>
        )}
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
        <Dialog title={messages.newClient} isOpen isWide onClose={close} isQuestion>
          <ClientForm
            onDone={(client) => {
              kept.choose(client)
              close()
            }}
            onCancel={close}
          />
        </Dialog>
      )}
      {dialog === 'delete' && document && (
        <Sure
          {...kind.messages.deleteSure}
          label={kind.messages.deleteSure.submit}
          send={() => kind.remove(document)}
          onDone={kind.leave}
          onClose={close}
        />
      )}
    </>
  )
}
