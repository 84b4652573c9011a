import {
  type EndingFragment,
  EndOrganizationDocument,
  KeepOrganizationDocument,
  OrganizationEndingDocument,
} from '#schema/web/graphql'
import { useMutation, useQuery } from '../../graphql/client.ts'
import { formatDate } from '../../i18n/format.ts'
import { useSession } from '../../session.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { QueryResult } from '../../ui/query-result.tsx'
import { Table } from '../../ui/table.tsx'
import { messages } from './ending.messages.ts'

/** The end of the organization: for whoever may decide on it. */
export function EndingSection() {
  const answer = useQuery(OrganizationEndingDocument, {}, [])
  return (
    <section className="group" aria-labelledby="ending">
      <h2 id="ending">{messages.title}</h2>
      <div className="card narrow">
        <div className="part form">
          <QueryResult query={answer} pick={({ organizationEnding }) => organizationEnding}>
            {(ending) => <Decision ending={ending} />}
          </QueryResult>
        </div>
      </div>
    </section>
  )
}

function Decision({ ending: { endsOn, hasEnded, kept } }: { ending: EndingFragment }) {
  const { organizationName } = useSession()
  const [end] = useMutation(EndOrganizationDocument)
  const [keep] = useMutation(KeepOrganizationDocument)
  // The session says whether the organization ends, on every page.
  const reload = () => location.reload()
  return (
    <>
      {endsOn ? (
        <Notice variant="warn">{(hasEnded ? messages.ended : messages.ends)(formatDate(endsOn))}</Notice>
      ) : (
        <p className="quiet">{messages.text}</p>
      )}
      {!hasEnded && (
        <ul className="promises">
          {messages.parts.map((part) => (
            <li key={part}>{part}</li>
          ))}
        </ul>
      )}
      {kept.length ? (
        <Table
          label={messages.kept}
          rows={kept.map((each, index) => ({ ...each, id: String(index) }))}
          columns={[
            { label: messages.records, kind: 'main', show: ({ records }) => records.join(', ') },
            { label: messages.until, show: ({ keptUntil }) => formatDate(keptUntil) },
            { label: messages.law, kind: 'quiet', show: ({ law }) => law },
          ]}
        />
      ) : (
        <p className="quiet">{messages.nothingKept}</p>
      )}
      {!endsOn && (
        <Form send={({ name = '' }) => end({ input: { name } })} onDone={reload}>
          {({ errors, isBusy }) => (
            <>
              <TextField
                label={messages.name}
                name="name"
                hint={messages.hint(organizationName)}
                required
                error={errors.name}
              />
              <div className="actions">
                <Button type="submit" variant="danger" isBusy={isBusy}>
                  {messages.submit}
                </Button>
              </div>
            </>
          )}
        </Form>
      )}
      {endsOn && !hasEnded && (
        <Form send={() => keep({})} onDone={reload}>
          {({ isBusy }) => (
            <div className="actions">
              <Button type="submit" variant="primary" isBusy={isBusy}>
                {messages.withdraw}
              </Button>
            </div>
          )}
        </Form>
      )}
    </>
  )
}
