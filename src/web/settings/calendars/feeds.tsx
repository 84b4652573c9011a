import { CalendarPlus, Plus } from 'lucide-react'
import { useState } from 'react'
import {
  CalendarFeedsDocument,
  type CalendarFeedsQuery,
  CreateCalendarFeedDocument,
  DeleteCalendarFeedDocument,
} from '#schema/web/graphql'
import { useAllPages, useMutation } from '../../graphql/client.ts'
import { formatTimestampDate } from '../../i18n/format.ts'
import { t } from '../../i18n/locale.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form, type FormValues } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { EmptyState, QueryResult } from '../../ui/query-result.tsx'
import { Table } from '../../ui/table.tsx'
import { messages as page } from './calendars.messages.ts'

const messages = page.feeds

type Feed = NonNullable<CalendarFeedsQuery['calendarFeeds']>['feeds'][number]

/** Private feed URLs of the user's calendar. */
export function CalendarFeeds({ showFeedback }: { showFeedback: (text: string) => void }) {
  const [isCreating, setCreating] = useState(false)
  const [removed, setRemoved] = useState<Feed>()
  const answer = useAllPages(CalendarFeedsDocument, {})
  return (
    <section className="group" aria-labelledby="feeds">
      <div className="head">
        <div>
          <h2 id="feeds">{messages.title}</h2>
          <p className="quiet">{messages.text}</p>
        </div>
        <Button onClick={() => setCreating(true)}>
          <Plus size={16} aria-hidden />
          {messages.create}
        </Button>
      </div>
      <div className="card">
        <QueryResult query={answer} pick={({ calendarFeeds }) => calendarFeeds}>
          {({ feeds }) =>
            feeds.length === 0 ? (
              <EmptyState icon={CalendarPlus} title={messages.empty.title}>
                {messages.empty.text}
              </EmptyState>
            ) : (
              <Table
                label={messages.title}
                rows={feeds}
                columns={[
                  { label: messages.name, kind: 'main', show: ({ name }) => name },
                  {
                    label: messages.created,
                    kind: 'quiet',
                    show: ({ createdAt }) => <time dateTime={createdAt}>{formatTimestampDate(createdAt)}</time>,
                  },
                  {
                    label: t.actions,
                    kind: 'act',
                    show: (feed) => (
                      <Button
                        variant={['plain', 'danger', 'small']}
                        aria-label={messages.removeNamed(feed.name)}
                        onClick={() => setRemoved(feed)}
                      >
                        {messages.remove}
                      </Button>
                    ),
                  },
                ]}
              />
            )
          }
        </QueryResult>
      </div>
      {isCreating && <CreateFeedDialog onClose={() => setCreating(false)} />}
      {removed && (
        <DeleteFeedDialog
          feed={removed}
          onClose={() => setRemoved(undefined)}
          onDone={() => {
            showFeedback(messages.removed(removed.name))
            setRemoved(undefined)
          }}
        />
      )}
    </section>
  )
}

function CreateFeedDialog({ onClose }: { onClose: () => void }) {
  const [create] = useMutation(CreateCalendarFeedDocument)
  const [made, setMade] = useState<string>()
  return (
    <Dialog title={made ? messages.made.title : messages.create} isOpen onClose={onClose} isQuestion={Boolean(made)}>
      {made ? (
        <>
          <Notice variant="warn">{messages.made.text}</Notice>
          <CopyField label={messages.made.address} text={made} />
          <div className="actions">
            <Button variant="primary" onClick={onClose}>
              {messages.made.done}
            </Button>
          </div>
        </>
      ) : (
        <Form
          send={({ name = '' }: FormValues) => create({ name })}
          onDone={({ createCalendarFeed: { url } }) => setMade(url)}
        >
          {({ errors, isBusy }) => (
            <>
              <TextField
                label={messages.name}
                name="name"
                hint={messages.nameHint}
                required
                maxLength={100}
                autoFocus
                error={errors.name}
              />
              <div className="actions">
                <Button onClick={onClose}>{t.cancel}</Button>
                <Button type="submit" variant="primary" isBusy={isBusy}>
                  {messages.submit}
                </Button>
              </div>
            </>
          )}
        </Form>
      )}
    </Dialog>
  )
}

function DeleteFeedDialog({ feed, onClose, onDone }: { feed: Feed; onClose: () => void; onDone: () => void }) {
  const [remove] = useMutation(DeleteCalendarFeedDocument)
  return (
    <ConfirmDialog
      title={messages.sure.title(feed.name)}
      text={messages.sure.text}
      label={messages.remove}
      send={() => remove({ id: feed.id })}
      onDone={onDone}
      onClose={onClose}
    />
  )
}
