import { countries } from '../../ui/countries.ts'
import { Checkbox, SelectField, TextField } from '../../ui/field.tsx'
import { Page } from '../../ui/page.tsx'
import { pages } from '../settings.messages.ts'
import { messages } from './organization.messages.ts'
import { SampleInvoicePreview } from './sample-invoice-preview.tsx'
import { getText, type OrganizationInput, SettingsForm } from './settings-form.tsx'

const fieldsBySection = {
  identity: ['name', 'legalName', 'email', 'phone', 'website', 'privacyUrl', 'contactName'],
  address: ['street', 'postalCode', 'city'],
  tax: ['taxNumber', 'vatId'],
  bank: ['accountHolder', 'bankName', 'iban', 'bic'],
  register: ['registerCourt', 'registerNumber', 'managingDirectors'],
} as const
type SectionName = keyof typeof fieldsBySection

const fieldNames = Object.values(fieldsBySection).flat()

/** The organization's details as printed on documents. */
export const OrganizationPage = () => (
  <Page title={pages.organization.title} about={pages.organization.about}>
    <SettingsForm parse={parseForm} beside={(typed) => <SampleInvoicePreview typed={typed} />}>
      {({ organization, errors }) =>
        (Object.keys(fieldsBySection) as SectionName[]).map((part) => (
          <section key={part} className="group" aria-labelledby={`part-${part}`}>
            <h2 id={`part-${part}`}>{messages.parts[part]}</h2>
            <div className="row">
              {fieldsBySection[part].map((name) => (
                <TextField
                  key={name}
                  label={messages[name]}
                  name={name}
                  defaultValue={organization[name] ?? ''}
                  hint={messages.hints[name]}
                  required={name === 'name'}
                  error={errors[name]}
                />
              ))}
              {part === 'address' && (
                <SelectField
                  label={messages.country}
                  name="country"
                  options={countries()}
                  defaultValue={organization.country}
                  error={errors.country}
                />
              )}
              {part === 'tax' && (
                <SelectField
                  label={messages.vatAccounting}
                  name="vatAccounting"
                  options={messages.vatAccountings}
                  defaultValue={organization.vatAccounting}
                  error={errors.vatAccounting}
                />
              )}
            </div>
            {part === 'tax' && (
              <>
                <Checkbox
                  label={messages.smallBusiness}
                  hint={messages.smallBusinessHint}
                  name="smallBusiness"
                  defaultChecked={organization.smallBusiness}
                />
                <Checkbox
                  label={messages.oneStopShop}
                  hint={messages.oneStopShopHint}
                  name="oneStopShop"
                  defaultChecked={organization.oneStopShop}
                />
              </>
            )}
          </section>
        ))
      }
    </SettingsForm>
  </Page>
)

const parseForm = (filled: FormData): OrganizationInput => ({
  ...Object.fromEntries(fieldNames.map((name) => [name, getText(filled, name)])),
  name: getText(filled, 'name') ?? '',
  country: String(filled.get('country')),
  vatAccounting: String(filled.get('vatAccounting')),
  smallBusiness: filled.has('smallBusiness'),
  oneStopShop: filled.has('oneStopShop'),
})
