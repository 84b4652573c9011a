import { Send } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ClientForm } from '../clients/client-form.tsx'
import { t } from '../i18n/locale.ts'
import { useMay } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { ConflictNotice } from '../ui/conflict-notice.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { usePreview } from '../ui/preview.ts'
import { CashDiscountFields } from './cash-discount-fields.tsx'
import { ClientField } from './client-field.tsx'
import type { LineItemDocument } from './document-kind.ts'
import { DraftPreview, toLocalUrl } from './document-parts.tsx'
import { isPreviewable, withPlaceholders } from './draft.ts'
import { type DraftFormOptions, serializeDraft, useDraftForm } from './draft-form.ts'
import { useDraftTotals } from './draft-totals.ts'
import { fieldErrors, hasFieldFor } from './field-errors.ts'
import { DraftEndedNotice } from './held-draft.tsx'
import { messages } from './invoices.messages.ts'
import { LineList } from './line-list.tsx'
import { OptionalFields } from './optional-fields.tsx'
import { TotalsList } from './totals-list.tsx'
import { WarningNotices } from './warning-notices.tsx'
import { groupWarnings } from './warnings.ts'

interface DocumentFormProps<W extends LineItemDocument> extends DraftFormOptions<W> {
  /** Content above the preview. */
  beside?: ReactNode
}

/** Form for a draft with live totals and preview. */
export function DocumentForm<W extends LineItemDocument>({ beside, ...writing }: DocumentFormProps<W>) {
  const { kind, document, initial, choices } = writing
  const kept = useDraftForm(writing)
  const { draft, change, held, problem } = kept
  const may = useMay()
  const [dialog, setDialog] = useState<'client' | 'delete'>()
  const close = () => setDialog(undefined)
  const totals = useDraftTotals(
    draft,
    kind.isInvoice ? kept.draftId : undefined,
    document && kind.savedSums?.(document),
  )
  const seen = withPlaceholders(draft)
  const isDrawable = isPreviewable(draft)
  const preview = usePreview(
    draft.clientId && isDrawable ? `${serializeDraft(seen)} ${kept.taken} ${kept.draftId}` : null,
    () => kind.fetchPreview(seen, kept.draftId),
    document?.previewUrl && toLocalUrl(document.previewUrl),
  )
  const errors = fieldErrors([preview.problem, totals.problem, problem], kept.unreadable)
  const warnings = groupWarnings(totals.preview?.warnings ?? [], draft)
  const refusal = problem && !hasFieldFor(problem, draft, kind) ? problem.message : undefined
  const sheet = (
    <DraftPreview
      preview={preview}
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
            <DraftEndedNotice held={held} onKeep={kept.keepAnew} />
          ) : kept.newer ? (
            <ConflictNotice
              text={kind.messages.changed}
              onReload={() => kept.newer && kept.adopt(kept.newer)}
              onKeep={() => kept.keepOver(kept.newer)}
            />
          ) : (
            refusal && <Notice variant="danger">{refusal}</Notice>
          )}
        </div>
        <section className="card">
          <div className="part row">
            <ClientField
              chosen={kept.client}
              onChoose={kept.choose}
              onNew={() => setDialog('client')}
              error={errors.clientId}
              autoFocus={!document && !draft.clientId}
            />
            <div className="halves">
              <TextField
                label={kind.messages.issueDate}
                hint={kind.messages.issueDateHint}
                type="date"
                required={!kind.messages.issueDateHint}
                value={draft.issueDate}
                onChange={({ currentTarget }) => change({ issueDate: currentTarget.value })}
                error={errors[kind.startField]}
              />
              <TextField
                label={kind.messages.until}
                hint={kind.messages.untilHint}
                type="date"
                required={!kind.messages.untilHint}
                value={draft.dueDate}
                onChange={({ currentTarget }) => change({ dueDate: currentTarget.value })}
                error={errors[kind.endField]}
              />
              {draft.cashDiscount && (
                <CashDiscountFields
                  discount={draft.cashDiscount}
                  errors={errors}
                  warnings={warnings.cashDiscount}
                  onChange={(cashDiscount) => change({ cashDiscount })}
                  onChecked={kept.check}
                />
              )}
            </div>
          </div>
          {kind.renderFields?.(draft, change, errors)}
          <LineList
            lines={draft.lines}
            defaultTaxRate={choices.smallBusiness ? '0' : '19'}
            isFirst={!document && Boolean(initial.clientId)}
            totals={totals}
            errors={errors}
            warnings={warnings.lines}
            onChange={(lines) => change({ lines })}
            onChecked={kept.check}
          />
          {warnings.others.length > 0 && (
            <div className="part form">
              <WarningNotices warnings={warnings.others} />
            </div>
          )}
          <TotalsList sums={totals.preview} isOutdated={totals.isOutdated} />
          <details className="part">
            <summary>{kind.messages.more}</summary>
            <OptionalFields draft={draft} hasServicePeriod={kind.hasServicePeriod} errors={errors} onChange={change} />
          </details>
        </section>
        {!held.ended && (
          <div className="actions">
            <Button
              type="submit"
              value="save"
              variant={kind.canSend ? undefined : 'primary'}
              isBusy={kept.busy === 'save'}
            >
              {t.save}
            </Button>
            {kind.canSend && (
              <Button type="submit" value="send" variant="primary" isBusy={kept.busy === 'send'}>
                <Send size={16} aria-hidden />
                {messages.send}
              </Button>
            )}
            <span role="status" className="quiet">
              {kept.saved && (kept.saved === 'all' ? t.saved : messages.savedBefore)}
            </span>
            {document && may(kind.deleteOperation) && (
              <Button variant={['plain', 'danger']} onClick={() => setDialog('delete')}>
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
        <ConfirmDialog
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
