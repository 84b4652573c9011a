import { useEffect, useRef, useState } from 'react'
import { DeleteFileDocument, LogoFileDocument } from '#schema/web/graphql'
import { useQuery } from '../../graphql/client.ts'
import { fetchGraphql, type Problem } from '../../graphql/fetch-graphql.ts'
import { uploadFile } from '../../graphql/upload-file.ts'
import { t } from '../../i18n/locale.ts'
import { decimalError, formatCentsInput, parseCents } from '../../i18n/parse.ts'
import { Button } from '../../ui/button.tsx'
import { ColorField, SelectField, TextField } from '../../ui/field.tsx'
import { Page } from '../../ui/page.tsx'
import { pages } from '../settings.messages.ts'
import { messages } from './organization.messages.ts'
import { SampleInvoicePreview } from './sample-invoice-preview.tsx'
import { type FieldErrors, getText, type OrganizationInput, SettingsForm } from './settings-form.tsx'

/** Suggested colors that are legible on paper. */
const accentColors = ['#0f5673', '#1d4ed8', '#6d28d9', '#be185d', '#b91c1c', '#c2410c', '#15803d', '#334155']

const roundingMinutes = [0, 5, 6, 10, 15, 30, 60]

/** Appearance and default terms of documents. */
export function DocumentSettings() {
  const [refused, setRefused] = useState<Problem>()
  return (
    <Page title={pages.documents.title} about={pages.documents.about}>
      <SettingsForm parse={parseForm} beside={(typed) => <SampleInvoicePreview typed={typed} onProblem={setRefused} />}>
        {({ organization, errors, isBusy }) => (
          <>
            <section className="group" aria-labelledby="part-look">
              <h2 id="part-look">{messages.parts.look}</h2>
              <LogoField
                kept={organization.logoFileId}
                error={errors.logoFileId ?? refused?.fields.logoFileId}
                isSaving={isBusy}
              />
              <ColorField
                label={messages.accentColor}
                hint={messages.accentColorHint}
                pick={messages.pickColor}
                name="accentColor"
                colors={accentColors}
                defaultValue={organization.accentColor ?? ''}
                error={errors.accentColor}
              />
            </section>
            <section className="group" aria-labelledby="part-terms">
              <h2 id="part-terms">{messages.parts.terms}</h2>
              <div className="row">
                <SelectField
                  label={messages.defaultLanguage}
                  hint={messages.defaultLanguageHint}
                  name="defaultLanguage"
                  options={t.account.languages}
                  defaultValue={organization.defaultLanguage}
                  error={errors.defaultLanguage}
                />
                <TextField
                  label={messages.terms}
                  hint={messages.termsHint}
                  name="defaultPaymentTermsDays"
                  inputMode="numeric"
                  defaultValue={organization.defaultPaymentTermsDays}
                  required
                  error={errors.defaultPaymentTermsDays}
                />
                <TextField
                  label={messages.hourlyRate}
                  hint={messages.hourlyRateHint}
                  name="hourlyRateCents"
                  inputMode="decimal"
                  defaultValue={
                    organization.hourlyRateCents === null ? '' : formatCentsInput(organization.hourlyRateCents)
                  }
                  error={errors.hourlyRateCents}
                />
                <SelectField
                  label={messages.rounding}
                  name="timeRoundingMinutes"
                  options={Object.fromEntries(
                    [...new Set([...roundingMinutes, organization.timeRoundingMinutes])].map((minutes) => [
                      minutes,
                      messages.roundingTo(minutes),
                    ]),
                  )}
                  defaultValue={organization.timeRoundingMinutes}
                  error={errors.timeRoundingMinutes}
                />
              </div>
            </section>
          </>
        )}
      </SettingsForm>
    </Page>
  )
}

function parseForm(filled: FormData): OrganizationInput | { errors: FieldErrors } {
  const days = getText(filled, 'defaultPaymentTermsDays') ?? ''
  const rate = getText(filled, 'hourlyRateCents')
  const hourlyRateCents = rate === null ? null : parseCents(rate)
  const isDays = /^\d{1,3}$/.test(days)
  const isRate = rate === null || (hourlyRateCents !== null && hourlyRateCents >= 0)
  if (!isDays || !isRate)
    return {
      errors: {
        ...(!isDays && { defaultPaymentTermsDays: messages.noDays }),
        ...(!isRate && { hourlyRateCents: decimalError(rate ?? '', 2, messages.noAmount) ?? messages.noAmount }),
      },
    }
  return {
    logoFileId: getText(filled, 'logoFileId'),
    accentColor: getText(filled, 'accentColor'),
    defaultLanguage: String(filled.get('defaultLanguage')),
    defaultPaymentTermsDays: Number(days),
    hourlyRateCents,
    timeRoundingMinutes: Number(filled.get('timeRoundingMinutes')),
  }
}

/** The logo is uploaded at once and assigned when the form is saved. */
function LogoField({ kept, error, isSaving }: { kept: string | null; error: string | undefined; isSaving: boolean }) {
  const [fileId, setFileId] = useState(kept)
  const [isSending, setSending] = useState(false)
  const [failed, setFailed] = useState<string>()
  const [input, setInput] = useState<HTMLInputElement | null>(null)
  const isLeft = useRef(false)
  const unkept = useRef<string>(undefined)
  useEffect(() => {
    unkept.current = fileId && fileId !== kept && !isSaving ? fileId : undefined
  })
  // Deletes an uploaded file that was not saved.
  useEffect(() => {
    const drop = () => {
      isLeft.current = true
      if (unkept.current) fetchGraphql(DeleteFileDocument, { id: unkept.current })
      unkept.current = undefined
    }
    // A page in the back/forward cache may be restored.
    const hide = ({ persisted }: PageTransitionEvent) => persisted || drop()
    isLeft.current = false
    addEventListener('pagehide', hide)
    return () => {
      removeEventListener('pagehide', hide)
      drop()
    }
  }, [])
  const choose = (id: string | null) => {
    if (unkept.current) fetchGraphql(DeleteFileDocument, { id: unkept.current })
    setFileId(id)
    // Notifies the form after the hidden input has its new value.
    setTimeout(() => input?.dispatchEvent(new Event('input', { bubbles: true })))
  }
  const take = async (file: File) => {
    setSending(true)
    setFailed(undefined)
    const outcome = await uploadFile(file)
    setSending(false)
    if (typeof outcome === 'string' && isLeft.current) fetchGraphql(DeleteFileDocument, { id: outcome })
    else if (typeof outcome === 'string') choose(outcome)
    else setFailed(outcome.message)
  }
  const problem = failed ?? error
  return (
    <div className="field">
      <label htmlFor="logo">{messages.logo}</label>
      <div className="upload">
        <input
          id="logo"
          className="input"
          type="file"
          accept="image/png,image/jpeg"
          aria-describedby={problem ? 'logo-error logo-hint' : 'logo-hint'}
          aria-invalid={problem ? true : undefined}
          onChange={({ currentTarget: { files } }) => files?.[0] && take(files[0])}
        />
        {fileId && (
          <Button
            variant="plain"
            onClick={() => {
              const chooser = document.querySelector<HTMLInputElement>('#logo')
              if (chooser) chooser.value = ''
              choose(null)
            }}
          >
            {messages.removeLogo}
          </Button>
        )}
      </div>
      <input ref={setInput} type="hidden" name="logoFileId" value={fileId ?? ''} />
      <span className="hint" id="logo-hint">
        {fileId && fileId === kept ? <LogoName id={fileId} /> : messages.logoHint}
      </span>
      <span role="status" className={isSending ? 'hint' : 'unseen'}>
        {isSending && messages.sending}
      </span>
      {problem && (
        <span className="field-error" id="logo-errors">
          {problem}
        </span>
      )}
    </div>
  )
}

function LogoName({ id }: { id: string }) {
  const { data } = useQuery(LogoFileDocument, { id })
  return <>{data?.file ? messages.logoNow(data.file.name) : messages.logoHint}</>
}
