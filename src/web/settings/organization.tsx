import { useState } from 'react'
import {
  OrganizationDocument,
  type OrganizationSettingsFragment,
  UpdateOrganizationDocument,
} from '../../../schema/web/graphql.ts'
import { useMutation, useQuery } from '../graphql/client.ts'
import { Button } from '../ui/button.tsx'
import { Check, Choice, Field } from '../ui/field.tsx'
import { type Filled, Form } from '../ui/form.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { Loaded } from '../ui/states.tsx'
import { words } from '../words/words.ts'
import { said } from './organization.words.ts'
import { pages } from './settings.words.ts'

/** The organization as documents name it. */
export function OrganizationPage() {
  const answer = useQuery(OrganizationDocument, {})
  return (
    <Page title={pages.organization.title} about={pages.organization.about}>
      <div className="card narrow">
        <Loaded answer={answer} pick={({ organization }) => organization}>
          {(organization) => <Settings organization={organization} />}
        </Loaded>
      </div>
    </Page>
  )
}

const parts = {
  identity: ['name', 'legalName', 'email', 'phone', 'website'],
  address: ['street', 'postalCode', 'city', 'country'],
  tax: ['taxNumber', 'vatId'],
  bank: ['bankName', 'iban', 'bic'],
} as const

const hints = { legalName: 'legalNameHint', country: 'countryHint' } as const
const needed: readonly string[] = ['name', 'country']

function Settings({ organization }: { organization: OrganizationSettingsFragment }) {
  const [update] = useMutation(UpdateOrganizationDocument)
  const [isSaved, setSaved] = useState(false)
  const send = (filled: Filled) => {
    setSaved(false)
    const texts = Object.values(parts).flatMap((names) =>
      names.map((name) => [name, filled[name]?.trim() || (needed.includes(name) ? '' : null)]),
    )
    return update({
      version: organization.version,
      input: {
        ...Object.fromEntries(texts),
        smallBusiness: filled.smallBusiness !== undefined,
        accentColor: filled.accentColor?.trim() || null,
        ...(filled.defaultLanguage && { defaultLanguage: filled.defaultLanguage }),
        defaultPaymentTermsDays: Number(filled.defaultPaymentTermsDays),
      },
    })
  }
  return (
    <div className="part">
      <Form send={send} onDone={() => setSaved(true)}>
        {({ wrong, isBusy }) => (
          <>
            {Object.entries(parts).map(([part, names]) => (
              <section key={part} className="group" aria-labelledby={`part-${part}`}>
                <h2 id={`part-${part}`}>{said.parts[part as keyof typeof parts]}</h2>
                <div className="row">
                  {names.map((name) => (
                    <Field
                      key={name}
                      label={said[name]}
                      name={name}
                      defaultValue={organization[name] ?? ''}
                      hint={name in hints ? said[hints[name as keyof typeof hints]] : undefined}
                      required={needed.includes(name)}
                      wrong={wrong[name]}
                    />
                  ))}
                </div>
                {part === 'tax' && (
                  <Check
                    label={said.smallBusiness}
                    hint={said.smallBusinessHint}
                    name="smallBusiness"
                    defaultChecked={organization.smallBusiness}
                  />
                )}
              </section>
            ))}
            <section className="group" aria-labelledby="part-documents">
              <h2 id="part-documents">{said.parts.documents}</h2>
              <div className="row">
                <Choice
                  label={said.defaultLanguage}
                  name="defaultLanguage"
                  options={words.account.languages}
                  defaultValue={organization.defaultLanguage}
                  wrong={wrong.defaultLanguage}
                />
                <Field
                  label={said.terms}
                  name="defaultPaymentTermsDays"
                  inputMode="numeric"
                  defaultValue={organization.defaultPaymentTermsDays}
                  required
                  pattern="[0-9]+"
                  wrong={wrong.defaultPaymentTermsDays}
                />
                <Field
                  label={said.accentColor}
                  hint={said.accentColorHint}
                  name="accentColor"
                  defaultValue={organization.accentColor ?? ''}
                  wrong={wrong.accentColor}
                />
              </div>
            </section>
            <div role="status" className={isSaved ? undefined : 'unseen'}>
              {isSaved && <Notice look="good">{words.saved}</Notice>}
            </div>
            <div className="actions">
              <Button type="submit" look="primary" isBusy={isBusy}>
                {words.save}
              </Button>
            </div>
          </>
        )}
      </Form>
    </div>
  )
}
