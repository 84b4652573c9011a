import { countries } from '../../ui/countries.ts'
import { Check, Choice, Field } from '../../ui/field.tsx'
import { Page } from '../../ui/page.tsx'
import { pages } from '../settings.messages.ts'
import { messages } from './organization.messages.ts'
import { Preview } from './preview.tsx'
import { type Input, SettingsForm, textOf } from './settings-form.tsx'

const parts = {
  identity: ['name', 'legalName', 'email', 'phone', 'website', 'privacyUrl', 'contactName'],
  address: ['street', 'postalCode', 'city'],
  tax: ['taxNumber', 'vatId'],
  bank: ['accountHolder', 'bankName', 'iban', 'bic'],
  register: ['registerCourt', 'registerNumber', 'managingDirectors'],
} as const
type Part = keyof typeof parts

const names = Object.values(parts).flat()

/** The organization as documents name it. */
export const OrganizationPage = () => (
  <Page title={pages.organization.title} about={pages.organization.about}>
    <SettingsForm read={read} beside={(typed) => <Preview typed={typed} />}>
      {({ organization, wrong }) =>
        (Object.keys(parts) as Part[]).map((part) => (
          <section key={part} className="group" aria-labelledby={`part-${part}`}>
            <h2 id={`part-${part}`}>{messages.parts[part]}</h2>
            <div className="row">
              {parts[part].map((name) => (
                <Field
                  key={name}
                  label={messages[name]}
                  name={name}
                  defaultValue={organization[name] ?? ''}
                  hint={messages.hints[name]}
                  required={name === 'name'}
                  wrong={wrong[name]}
                />
              ))}
              {part === 'address' && (
                <Choice
                  label={messages.country}
                  name="country"
                  options={countries()}
                  defaultValue={organization.country}
                  wrong={wrong.country}
                />
              )}
              {part === 'tax' && (
                <Choice
                  label={messages.vatAccounting}
                  name="vatAccounting"
                  options={messages.vatAccountings}
                  defaultValue={organization.vatAccounting}
                  wrong={wrong.vatAccounting}
                />
              )}
            </div>
            {part === 'tax' && (
              <>
                <Check
                  label={messages.smallBusiness}
                  hint={messages.smallBusinessHint}
                  name="smallBusiness"
                  defaultChecked={organization.smallBusiness}
                />
                <Check
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

const read = (filled: FormData): Input => ({
  ...Object.fromEntries(names.map((name) => [name, textOf(filled, name)])),
  name: textOf(filled, 'name') ?? '',
  country: String(filled.get('country')),
  vatAccounting: String(filled.get('vatAccounting')),
  smallBusiness: filled.has('smallBusiness'),
  oneStopShop: filled.has('oneStopShop'),
})
