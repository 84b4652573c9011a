import { useState } from 'react'
import {
  type ClientDataFragment,
  type ClientKind,
  CreateClientDocument,
  type InvoiceFormat,
  UpdateClientDocument,
} from '#schema/web/graphql'
import { useMutation } from '../graphql/client.ts'
import { type Outcome, pickField } from '../graphql/fetch-graphql.ts'
import { t } from '../i18n/locale.ts'
import { Button } from '../ui/button.tsx'
import { countries } from '../ui/countries.ts'
import { SelectField, TextField } from '../ui/field.tsx'
import { Form, type FormValues } from '../ui/form.tsx'
import type { SaveVersion } from '../ui/versioned-form.tsx'
import { messages } from './clients.messages.ts'

interface ClientFormProps {
  /** The client to edit and how to save it. Absent for a new one. */
  client?: ClientDataFragment
  save?: SaveVersion
  onDone: (client: ClientDataFragment) => void
  onCancel: () => void
}

const textFields = [
  ...(['name', 'email', 'contactName', 'phone', 'street', 'postalCode', 'city', 'country'] as const),
  ...(['vatId', 'buyerReference', 'customerNumber', 'registrationNumber', 'invoiceEmail', 'language'] as const),
] as const

export const clientFieldLabels = () =>
  Object.fromEntries(
    [...textFields, 'kind', 'invoiceFormat', 'paymentTermsDays'].map((name) => [
      name,
      messages[name as keyof typeof messages],
    ]),
  ) as Partial<Record<keyof ClientDataFragment, string>>

export function ClientForm({ client, save, onDone, onCancel }: ClientFormProps) {
  const [create] = useMutation(CreateClientDocument)
  const [update] = useMutation(UpdateClientDocument)
  const [kind, setKind] = useState<string>(client?.kind ?? 'business')
  const send = async (filled: FormValues): Promise<Outcome<ClientDataFragment> | undefined> => {
    // Hidden fields are left unchanged.
    const given = textFields.filter((name) => name in filled).map((name) => [name, filled[name]?.trim() || null])
    const input = {
      ...Object.fromEntries(given),
      name: filled.name?.trim() ?? '',
      kind: filled.kind as ClientKind,
      invoiceFormat: filled.invoiceFormat as InvoiceFormat,
      paymentTermsDays: filled.paymentTermsDays ? Number(filled.paymentTermsDays) : null,
    }
    if (!client || !save) {
      return pickField(create({ input }), 'createClient')
    }
    return save((version) => pickField(update({ id: client.id, version, input }), 'updateClient'))
  }
  return (
    <Form send={send} onDone={onDone}>
      {({ errors, isBusy }) => {
        const text = (
          name: (typeof textFields)[number] & keyof typeof messages,
          given: Partial<Parameters<typeof TextField>[0]> = {},
        ) => (
          <TextField
            label={messages[name] as string}
            name={name}
            defaultValue={client?.[name] ?? ''}
            error={errors[name]}
            {...given}
          />
        )
        return (
          <>
            <section className="group" aria-labelledby="client-contact">
              <h2 id="client-contact">{messages.parts.contact}</h2>
              <div className="row">
                {text('name', { required: true, autoFocus: !client, maxLength: 200 })}
                {text('email', { type: 'email' })}
                {text('contactName')}
                {text('phone', { type: 'tel' })}
              </div>
            </section>
            <section className="group" aria-labelledby="client-address">
              <h2 id="client-address">{messages.parts.address}</h2>
              <div className="row">
                {text('street', { hint: messages.streetHint })}
                <div className="place">
                  {text('postalCode')}
                  {text('city')}
                </div>
                <SelectField
                  label={messages.country}
                  name="country"
                  options={countries()}
                  defaultValue={client?.country ?? 'DE'}
                  error={errors.country}
                />
              </div>
            </section>
            <section className="group" aria-labelledby="client-billing">
              <h2 id="client-billing">{messages.parts.billing}</h2>
              <div className="row">
                <SelectField
                  label={messages.kind}
                  hint={messages.kindHint}
                  name="kind"
                  options={messages.kinds}
                  value={kind}
                  onChange={({ currentTarget }) => setKind(currentTarget.value)}
                  error={errors.kind}
                />
                {kind !== 'consumer' && text('vatId', { hint: messages.vatIdHint })}
                {kind === 'public' && text('buyerReference', { hint: messages.buyerReferenceHint })}
                <SelectField
                  label={messages.language}
                  name="language"
                  options={{ '': messages.languageOwn, ...t.account.languages }}
                  defaultValue={client?.language ?? ''}
                  error={errors.language}
                />
                <SelectField
                  label={messages.invoiceFormat}
                  name="invoiceFormat"
                  options={messages.formats}
                  defaultValue={client?.invoiceFormat ?? 'zugferd'}
                  error={errors.invoiceFormat}
                />
                <TextField
                  label={messages.paymentTermsDays}
                  hint={messages.paymentTermsHint}
                  name="paymentTermsDays"
                  inputMode="numeric"
                  pattern="[0-9]*"
                  defaultValue={client?.paymentTermsDays ?? ''}
                  error={errors.paymentTermsDays}
                />
                {text('invoiceEmail', { type: 'email', hint: messages.invoiceEmailHint })}
                {text('customerNumber')}
                {text('registrationNumber', { hint: messages.registrationNumberHint })}
              </div>
            </section>
            <div className="actions">
              <Button type="submit" variant="primary" isBusy={isBusy}>
                {t.save}
              </Button>
              <Button onClick={onCancel}>{t.cancel}</Button>
            </div>
          </>
        )
      }}
    </Form>
  )
}
