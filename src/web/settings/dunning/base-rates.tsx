import { AddBaseRateDocument, BaseRatesDocument } from '#schema/web/graphql'
import { useMutation, useQuery } from '../../graphql/client.ts'
import { formatDate } from '../../i18n/format.ts'
import { formatDecimalInput, parseCents } from '../../i18n/parse.ts'
import { useMay } from '../../session.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { QueryResult } from '../../ui/query-result.tsx'
import { messages } from './dunning.messages.ts'

/** The base interest rate for default interest. Operators can add a new one. */
export function BaseRateSection() {
  const answer = useQuery(BaseRatesDocument, {})
  const [add] = useMutation(AddBaseRateDocument)
  if (!useMay()('baseRates')) return null
  return (
    <section className="group" aria-labelledby="base-rates">
      <h2 id="base-rates">{messages.baseRate.title}</h2>
      <div className="card narrow">
        <QueryResult query={answer} pick={({ baseRates }) => baseRates}>
          {({ rates: [latest], missingFrom, editable }) => (
            <div className="part group">
              {latest && (
                <p>{messages.baseRate.latest(formatDecimalInput(latest.percent), formatDate(latest.validFrom))}</p>
              )}
              {missingFrom && (
                <Notice variant="warn">
                  {messages.baseRate.missing(formatDate(missingFrom))} {!editable && messages.baseRate.byOperator}
                </Notice>
              )}
              {editable && (
                <Form
                  key={latest?.validFrom}
                  send={({ validFrom = '', percent = '' }) => {
                    const hundredths = parseCents(percent)
                    return add({ input: { validFrom, percent: hundredths === null ? Number.NaN : hundredths / 100 } })
                  }}
                >
                  {({ errors, isBusy }) => (
                    <>
                      <div className="row">
                        <TextField
                          label={messages.baseRate.from}
                          hint={messages.baseRate.fromHint}
                          name="validFrom"
                          type="date"
                          defaultValue={missingFrom ?? ''}
                          required
                          error={errors.validFrom}
                        />
                        <TextField
                          label={messages.baseRate.percent}
                          hint={messages.baseRate.percentHint}
                          name="percent"
                          inputMode="decimal"
                          required
                          error={errors.percent}
                        />
                      </div>
                      <div className="actions">
                        <Button type="submit" isBusy={isBusy}>
                          {messages.baseRate.add}
                        </Button>
                      </div>
                    </>
                  )}
                </Form>
              )}
            </div>
          )}
        </QueryResult>
      </div>
    </section>
  )
}
