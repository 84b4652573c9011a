import { useNavigate } from '@tanstack/react-router'
import { Send } from 'lucide-react'
import { useRef, useState } from 'react'
import {
  BillableClientsDocument,
  type ContractDataFragment,
  ContractPictureDocument,
  CreateContractDocument,
  DeleteContractDocument,
  UpdateContractDocument,
} from '#schema/web/graphql'
import { useMutation, useQuery } from '../graphql/client.ts'
import { fetchGraphql as ask, type Outcome, pickField } from '../graphql/fetch-graphql.ts'
import { t } from '../i18n/locale.ts'
import { DraftPreview, toLocalUrl } from '../invoices/document-parts.tsx'
import { conflictCodes, DraftEndedNotice, useHeldDraft } from '../invoices/held-draft.tsx'
import type { InvoiceDefaults } from '../invoices/invoice-defaults.ts'
import { useMay } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { Combobox } from '../ui/combobox.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { ConflictNotice } from '../ui/conflict-notice.tsx'
import { TextAreaField, TextField } from '../ui/field.tsx'
import { Form, type FormValues, readFormData } from '../ui/form.tsx'
import { pickImage, usePreview } from '../ui/preview.ts'
import { useVersionGuard } from '../ui/version-guard.ts'
import { messages } from './contracts.messages.ts'

const toContractInput = (client: { id: string } | null, filled: FormValues) => ({
  clientId: client?.id ?? '',
  title: filled.title?.trim() ?? '',
  content: filled.content ?? '',
  startsOn: filled.startsOn || null,
  endsOn: filled.endsOn || null,
  noticePeriodDays: filled.noticePeriodDays ? Number(filled.noticePeriodDays) : null,
})

const toFormValues = (contract: ContractDataFragment | undefined): FormValues => ({
  title: contract?.title ?? '',
  content: contract?.content ?? '',
  startsOn: contract?.startsOn ?? '',
  endsOn: contract?.endsOn ?? '',
  noticePeriodDays: String(contract?.noticePeriodDays ?? ''),
})

interface ContractFormProps {
  /** Absent when creating. */
  contract?: ContractDataFragment
  /** The initial client. */
  client: InvoiceDefaults['client'] | ContractDataFragment['client']
  /** The quote the contract is based on. */
  quoteId?: string | undefined
  /** Refetches the document after a conflict. */
  onConflict?: () => void
  /** Reloads the form with the current version. */
  onReload?: () => void
}

/** Form for a draft contract. */
export function ContractForm({ contract, client, quoteId, onConflict, onReload }: ContractFormProps) {
  const may = useMay()
  const navigate = useNavigate()
  const [create] = useMutation(CreateContractDocument)
  const [update] = useMutation(UpdateContractDocument)
  const [remove] = useMutation(DeleteContractDocument)
  const guardVersion = useVersionGuard([], () => onConflict?.())
  const [chosen, choose] = useState<{ id: string; name: string } | null>(client)
  const [sought, setSought] = useState('')
  const found = useQuery(BillableClientsDocument, { q: sought || null }, ['client'])
  const [typed, setTyped] = useState(() => toFormValues(contract))
  const written = toContractInput(chosen, typed)
  // Empty fields are previewed as an ellipsis.
  const seen = { ...written, title: written.title || '…', content: written.content.trim() ? written.content : '…' }
  const isDirty =
    !contract || JSON.stringify(written) !== JSON.stringify(toContractInput(contract.client, toFormValues(contract)))
  const held = useHeldDraft(contract !== undefined && isDirty)
  const draftId = held.ended ? null : (contract?.id ?? null)
  const preview = usePreview(
    chosen && `${JSON.stringify(seen)} ${draftId}`,
    async () =>
      pickImage(await ask(ContractPictureDocument, { input: seen, draftId }), ({ contractPicture }) => contractPicture),
    contract && toLocalUrl(contract.previewUrl),
  )
  const undrawable = preview.problem?.fields
  const [version, setVersion] = useState(contract?.version)
  const [created, setCreated] = useState<Pick<ContractDataFragment, 'id' | 'version'>>()
  const [isSaved, setSaved] = useState(false)
  const [isBusySaving, setSaving] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const isSending = useRef(false)
  /** A draft that was sent or deleted elsewhere is only saved again if the user asks for it. */
  const isKeptAnew = useRef(false)
  const form = useRef<HTMLDivElement>(null)
  const isNew = !contract || held.ended !== undefined
  const isElsewhere = contract && version !== undefined && contract.version > version && !isBusySaving

  async function keep(filled: FormValues): Promise<Outcome<ContractDataFragment> | undefined> {
    if (held.ended && !isKeptAnew.current) return
    const input = toContractInput(chosen, filled)
    setSaving(true)
    try {
      // If the draft no longer exists, a new one is created.
      const kept = created ?? (contract && !isNew ? { id: contract.id, version } : undefined)
      if (!kept) return await pickField(create({ input: { ...input, ...(quoteId && { quoteId }) } }), 'createContract')
      const outcome = await pickField(update({ ...kept, input }), 'updateContract')
      if (outcome.data) setVersion(outcome.data.version)
      // The conflict notice appears once the current version is known.
      else if (contract && conflictCodes.has(outcome.problem.code)) return void onConflict?.()
      return outcome
    } finally {
      setSaving(false)
    }
  }
  const show = ({ id, version: now }: ContractDataFragment, isTypedOn: boolean) => {
    if (isNew) setCreated({ id, version: now })
    // Stays on the form if the user has typed meanwhile.
    if (isTypedOn) return
    setSaved(true)
    if (isSending.current || isNew)
      navigate({
        to: '/contracts/$id',
        params: { id },
        search: isSending.current ? { send: true } : {},
        replace: isNew,
      })
  }
  return (
    <>
      <div className="form" ref={form}>
        <div role="alert" className={isElsewhere || held.ended ? undefined : 'unseen'}>
          <DraftEndedNotice
            held={held}
            onKeep={() => {
              isSending.current = false
              isKeptAnew.current = true
              form.current?.querySelector('form')?.requestSubmit()
            }}
          />
          {isElsewhere && !held.ended && (
            <ConflictNotice text={messages.changed} onReload={onReload} onKeep={() => setVersion(contract.version)} />
          )}
        </div>
        <Form send={keep} onDone={show}>
          {({ errors, isBusy }) => (
            <>
              <section
                className="card"
                onInput={({ currentTarget }) => {
                  setSaved(false)
                  const form = currentTarget.closest('form')
                  if (form) setTyped(readFormData(new FormData(form)))
                }}
              >
                <div className="part row">
                  <Combobox
                    label={messages.client}
                    isRequired
                    chosen={chosen}
                    found={found.data?.clients?.clients}
                    onSearch={setSought}
                    onChoose={choose}
                    error={errors.clientId}
                    autoFocus={!contract && !chosen}
                  />
                  <TextField
                    label={messages.name}
                    name="title"
                    required
                    maxLength={200}
                    autoFocus={!contract && chosen !== null}
                    defaultValue={contract?.title ?? ''}
                    error={errors.title}
                  />
                  <div className="halves">
                    <TextField
                      label={messages.startsOn}
                      name="startsOn"
                      type="date"
                      defaultValue={contract?.startsOn ?? ''}
                      error={errors.startsOn}
                    />
                    <TextField
                      label={messages.endsOn}
                      hint={messages.endsOnHint}
                      name="endsOn"
                      type="date"
                      defaultValue={contract?.endsOn ?? ''}
                      error={errors.endsOn ?? undrawable?.endsOn}
                    />
                  </div>
                  <TextField
                    label={messages.notice}
                    name="noticePeriodDays"
                    type="number"
                    min={0}
                    max={3660}
                    defaultValue={contract?.noticePeriodDays ?? ''}
                    error={errors.noticePeriodDays ?? undrawable?.noticePeriodDays}
                  />
                </div>
                <div className="part">
                  <TextAreaField
                    label={messages.content}
                    hint={messages.contentHint}
                    name="content"
                    required
                    rows={18}
                    maxLength={200_000}
                    defaultValue={contract?.content ?? ''}
                    error={errors.content ?? undrawable?.content}
                  />
                </div>
              </section>
              {!held.ended && (
                <div className="actions">
                  <Button
                    type="submit"
                    isBusy={isBusy && !isSending.current}
                    onClick={() => (isSending.current = false)}
                  >
                    {t.save}
                  </Button>
                  <Button
                    type="submit"
                    variant="primary"
                    isBusy={isBusy && isSending.current}
                    onClick={() => (isSending.current = true)}
                  >
                    <Send size={16} aria-hidden />
                    {messages.send}
                  </Button>
                  <span role="status" className="quiet">
                    {isSaved && t.saved}
                  </span>
                  {contract && may('deleteContract') && (
                    <Button variant={['plain', 'danger']} onClick={() => setDeleting(true)}>
                      {messages.delete}
                    </Button>
                  )}
                </div>
              )}
            </>
          )}
        </Form>
      </div>
      <DraftPreview preview={preview} kept={contract} isDirty={isDirty} before={messages.previewLater} />
      {isDeleting && contract && (
        <ConfirmDialog
          {...messages.deleteSure}
          send={() => guardVersion(contract, (at) => remove({ id: contract.id, version: at }))}
          onDone={() => navigate({ to: '/contracts' })}
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  )
}
