import '../integrations.css'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { AccountingExportDocument, type AccountingFormat, OrganizationExportDocument } from '#schema/web/graphql'
import { fetchGraphql } from '../../graphql/fetch-graphql.ts'
import { addDays, today } from '../../i18n/dates.ts'
import { useSession } from '../../session.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, TextField } from '../../ui/field.tsx'
import { Form, type FormValues } from '../../ui/form.tsx'
import { navigateToDownload } from '../../ui/navigate-to-download.ts'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { pages } from '../settings.messages.ts'
import { EndingSection } from './ending.tsx'
import { messages } from './export.messages.ts'

const formats = ['datev', 'csv', 'gobd'] as const

export const ExportPage = () => (
  <Page title={pages.export.title} about={pages.export.about}>
    <AccountingExport />
    <OrganizationExport />
    <Ending />
  </Page>
)

function lastMonth(): { from: string; to: string } {
  const first = `${today().slice(0, 7)}-01`
  const to = addDays(first, -1)
  return { from: `${to.slice(0, 7)}-01`, to }
}

function AccountingExport() {
  const { accounting: texts } = messages
  const [period] = useState(lastMonth)
  const [isBegun, setBegun] = useState(false)
  const ask = ({ from = '', to = '', format = 'datev' }: FormValues) => {
    setBegun(false)
    return fetchGraphql(AccountingExportDocument, { from, to, format: format as AccountingFormat })
  }
  return (
    <section className="group" aria-labelledby="accounting">
      <h2 id="accounting">{texts.title}</h2>
      <div className="card narrow">
        <div className="part form">
          <p className="quiet">{texts.text}</p>
          <div role="status" className={isBegun ? undefined : 'unseen'}>
            {isBegun && <Notice variant="good">{texts.begun}</Notice>}
          </div>
          <Form
            send={ask}
            onDone={({ accountingExport }) => {
              setBegun(true)
              if (accountingExport) navigateToDownload(accountingExport.exportUrl)
            }}
          >
            {({ errors, isBusy }) => (
              <>
                <div className="row">
                  <TextField
                    label={texts.from}
                    name="from"
                    type="date"
                    defaultValue={period.from}
                    required
                    error={errors.from}
                  />
                  <TextField
                    label={texts.to}
                    name="to"
                    type="date"
                    defaultValue={period.to}
                    required
                    error={errors.to}
                  />
                </div>
                <fieldset className="field">
                  <legend>{texts.format}</legend>
                  {formats.map((format) => (
                    <Checkbox
                      key={format}
                      type="radio"
                      name="format"
                      value={format}
                      defaultChecked={format === 'datev'}
                      label={texts.formats[format]}
                      hint={texts.formatHints[format]}
                    />
                  ))}
                </fieldset>
                <div className="actions">
                  <Button type="submit" variant="primary" isBusy={isBusy}>
                    <Download size={16} aria-hidden />
                    {texts.submit}
                  </Button>
                  <span className="quiet">{texts.logged}</span>
                </div>
              </>
            )}
          </Form>
        </div>
      </div>
    </section>
  )
}

/** Ends the organization, for members who may do so. */
const Ending = () => {
  const { permissions } = useSession()
  return permissions.includes('organizationEnding') ? <EndingSection /> : null
}

/** Export of all data of the organization, for those who may run it. */
function OrganizationExport() {
  const { everything: texts } = messages
  const { permissions } = useSession()
  const [isBegun, setBegun] = useState(false)
  if (!permissions.includes('organizationExport')) return null
  return (
    <section className="group" aria-labelledby="everything">
      <h2 id="everything">{texts.title}</h2>
      <div className="card narrow">
        <div className="part form">
          <p className="quiet">{texts.text}</p>
          <ul className="promises">
            {texts.parts.map((part) => (
              <li key={part}>{part}</li>
            ))}
          </ul>
          <div role="status" className={isBegun ? undefined : 'unseen'}>
            {isBegun && <Notice variant="good">{messages.accounting.begun}</Notice>}
          </div>
          <Form
            send={() => fetchGraphql(OrganizationExportDocument)}
            onDone={({ organizationExport }) => {
              setBegun(true)
              if (organizationExport) navigateToDownload(organizationExport.exportUrl)
            }}
          >
            {({ isBusy }) => (
              <div className="actions">
                <Button type="submit" isBusy={isBusy}>
                  <Download size={16} aria-hidden />
                  {texts.submit}
                </Button>
              </div>
            )}
          </Form>
        </div>
      </div>
    </section>
  )
}
