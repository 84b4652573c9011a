import { countries } from '../../ui/countries.ts'
import { Check, Choice, Field } from '../../ui/field.tsx'
import { Page } from '../../ui/page.tsx'
import { pages } from '../settings.words.ts'
import { said } from './organization.words.ts'
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
            <h2 id={`part-${part}`}>{said.parts[part]}</h2>
            <div className="row">
              {parts[part].map((name) => (
                <Field
                  key={name}
                  label={said[name]}
                  name={name}
                  defaultValue={organization[name] ?? ''}
                  hint={said.hints[name]}
                  required={name === 'name'}
                  wrong={wrong[name]}
                />
              ))}
              {part === 'address' && (
                <Choice
                  label={said.country}
                  name="country"
                  options={countries()}
                  defaultValue={organization.country}
                  wrong={wrong.country}
                />
              )}
              {part === 'tax' && (
                <Choice
                  label={said.vatAccounting}
                  name="vatAccounting"
                  options={said.vatAccountings}
                  defaultValue={organization.vatAccounting}
                  wrong={wrong.vatAccounting}
                />
              )}
            </div>
            {part === 'tax' && (
              <>
                <Check
                  label={said.smallBusiness}
                  hint={said.smallBusinessHint}
                  name="smallBusiness"
                  defaultChecked={organization.smallBusiness}
                />
                <Check
                  label={said.oneStopShop}
                  hint={said.oneStopShopHint}
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
