import { CompleteSenderDocument, UpdateClientDocument } from '#schema/web/graphql'
import { useMutation } from '../graphql/client.ts'
import type { Problem } from '../graphql/fetch-graphql.ts'
import { t } from '../i18n/locale.ts'
import { Button } from '../ui/button.tsx'
import { countries } from '../ui/countries.ts'
import { SelectField, TextField } from '../ui/field.tsx'
import type { FormValues } from '../ui/form.tsx'
import { Notice } from '../ui/notice.tsx'
import { messages } from './invoices.messages.ts'

type FieldOwner = 'organization' | 'client'

/** `organization.tax_number` → `organization.taxNumber`. */
const toFormField = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** The fields missing for sending, split into those of the organization and those of the client. */
export function missingFields(missing: readonly string[]) {
  const lacking = missing.map(toFormField)
  const of = (owner: FieldOwner) =>
    lacking.filter((each) => each.startsWith(`${owner}.`)).map((each) => each.slice(owner.length + 1))
  return { lacking, ours: of('organization'), theirs: of('client') }
}

/** Saves the missing fields of organization and client. Returns the problem if one is refused. */
export function useSaveMissingFields(clientId: string) {
  const [completeSender] = useMutation(CompleteSenderDocument)
  const [updateClient] = useMutation(UpdateClientDocument)
  return async (filled: FormValues): Promise<Problem | undefined> => {
    const given = (owner: FieldOwner) => {
      const entries = Object.entries(filled)
        .filter(([name, text]) => name.startsWith(`${owner}.`) && text.trim())
        .map(([name, text]) => [name.slice(owner.length + 1), text.trim()])
      return entries.length > 0 ? Object.fromEntries(entries) : null
    }
    const named = (problem: Problem | undefined, owner: FieldOwner) =>
      problem && {
        ...problem,
        fields: Object.fromEntries(Object.entries(problem.fields).map(([name, text]) => [`${owner}.${name}`, text])),
      }
    const ours = given('organization')
    const refused = ours && named((await completeSender({ input: ours })).problem, 'organization')
    if (refused) return refused
    const theirs = given('client')
    return theirs ? named((await updateClient({ id: clientId, input: theirs })).problem, 'client') : undefined
  }
}

interface MissingFieldsProps {
  ours: readonly string[]
  theirs: readonly string[]
  clientName: string
  /** A tax number or a VAT ID is enough. */
  isEither?: boolean
  errors: Problem['fields']
}

export function MissingFields({ ours, theirs, clientName, isEither = false, errors }: MissingFieldsProps) {
  const fields = (owner: FieldOwner, names: readonly string[]) =>
    names.map((name, index) => {
      const field = `${owner}.${name}`
      const label = messages.fields[name] ?? name
      if (name === 'country')
        return (
          <SelectField
            key={field}
            label={label}
            name={field}
            options={countries()}
            defaultValue="DE"
            error={errors[field]}
          />
        )
      return (
        <TextField
          key={field}
          label={label}
          name={field}
          type={name === 'email' ? 'email' : 'text'}
          required={!(isEither && ['taxNumber', 'vatId'].includes(name)) && name !== 'iban'}
          hint={
            name === 'iban'
              ? messages.sending.ibanHint
              : isEither && name === 'taxNumber'
                ? messages.sending.either
                : undefined
          }
          autoFocus={index === 0 && (owner === 'organization' || ours.length === 0)}
          error={errors[field]}
        />
      )
    })
  return (
    <>
      {ours.length > 0 && (
        <fieldset className="missing-fields">
          <legend>{messages.sending.ours}</legend>
          <div className="row">{fields('organization', ours)}</div>
        </fieldset>
      )}
      {theirs.length > 0 && (
        <fieldset className="missing-fields">
          <legend>{messages.sending.theirs(clientName)}</legend>
          <div className="row">{fields('client', theirs)}</div>
        </fieldset>
      )}
    </>
  )
}

/** Tells users who may not edit the organization which of its fields are missing. */
export const MissingSenderNotice = ({ names, onClose }: { names: readonly string[]; onClose: () => void }) => (
  <>
    <Notice variant="warn">
      {messages.sending.notMine(names.map((name) => messages.fields[name] ?? name).join(', '))}
    </Notice>
    <div className="actions">
      <Button onClick={onClose}>{t.close}</Button>
    </div>
  </>
)
