import { CalendarPlus, Plus } from 'lucide-react'
import { useState } from 'react'
import {
  CalendarFeedsDocument,
  type CalendarFeedsQuery,
  CreateCalendarFeedDocument,
  DeleteCalendarFeedDocument,
} from '#schema/web/graphql'
import { useAll, useMutation } from '../../graphql/client.ts'
import { Button } from '../../ui/button.tsx'
import { Copied } from '../../ui/copied.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { type Filled, Form } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Blank, Loaded } from '../../ui/states.tsx'
import { Sure } from '../../ui/sure.tsx'
import { Table } from '../../ui/table.tsx'
import { words, writeDayOf } from '../../words/words.ts'
import { said as page } from './calendars.words.ts'

const said = page.feeds

type Feed = NonNullable<CalendarFeedsQuery['calendarFeeds']>['feeds'][number]

/** The private addresses of the reader's calendar. */
export function Feeds({ tell }: { tell: (told: string) => void }) {
  const [isCreating, setCreating] = useState(false)
  const [removed, setRemoved] = useState<Feed>()
  const answer = useAll(CalendarFeedsDocument, {})
  return (
    <section className="group" aria-labelledby="feeds">
      <div className="head">
        <div>
          <h2 id="feeds">{said.title}</h2>
          <p className="quiet">{said.text}</p>
        </div>
        <Button onClick={() => setCreating(true)}>
          <Plus size={16} aria-hidden />
          {said.create}
        </Button>
      </div>
      <div className="card">
        <Loaded answer={answer} pick={({ calendarFeeds }) => calendarFeeds}>
          {({ feeds }) =>
            feeds.length === 0 ? (
              <Blank icon={CalendarPlus} title={said.empty.title}>
                {said.empty.text}
              </Blank>
            ) : (
              <Table
                label={said.title}
                rows={feeds}
                columns={[
                  { label: said.name, kind: 'main', show: ({ name }) => name },
                  {
                    label: said.created,
                    kind: 'quiet',
                    show: ({ createdAt }) => <time dateTime={createdAt}>{writeDayOf(createdAt)}</time>,
                  },
                  {
                    label: words.actions,
                    kind: 'act',
                    show: (feed) => (
                      <Button
                        look={['plain', 'danger', 'small']}
                        aria-label={said.removeNamed(feed.name)}
                        onClick={() => setRemoved(feed)}
                      >
                        {said.remove}
                      </Button>
                    ),
                  },
                ]}
              />
            )
          }
        </Loaded>
      </div>
      {isCreating && <Create onClose={() => setCreating(false)} />}
      {removed && (
        <Remove
          feed={removed}
          onClose={() => setRemoved(undefined)}
          onDone={() => {
            tell(said.removed(removed.name))
            setRemoved(undefined)
          }}
        />
      )}
    </section>
  )
}

function Create({ onClose }: { onClose: () => void }) {
  const [create] = useMutation(CreateCalendarFeedDocument)
  const [made, setMade] = useState<string>()
  return (
    <Dialog title={made ? said.made.title : said.create} isOpen onClose={onClose} isQuestion={Boolean(made)}>
      {made ? (
        <>
          <Notice look="warn">{said.made.text}</Notice>
          <Copied label={said.made.address} text={made} />
          <div className="actions">
            <Button look="primary" onClick={onClose}>
              {said.made.done}
            </Button>
          </div>
        </>
      ) : (
        <Form
          send={({ name = '' }: Filled) => create({ name })}
          onDone={({ createCalendarFeed: { url } }) => setMade(url)}
        >
          {({ wrong, isBusy }) => (
            <>
              <Field
                label={said.name}
                name="name"
                hint={said.nameHint}
                required
                maxLength={100}
                autoFocus
                wrong={wrong.name}
              />
              <div className="actions">
                <Button onClick={onClose}>{words.cancel}</Button>
                <Button type="submit" look="primary" isBusy={isBusy}>
                  {said.submit}
                </Button>
              </div>
            </>
          )}
        </Form>
      )}
    </Dialog>
  )
}

function Remove({ feed, onClose, onDone }: { feed: Feed; onClose: () => void; onDone: () => void }) {
  const [remove] = useMutation(DeleteCalendarFeedDocument)
  return (
    <Sure
      title={said.sure.title(feed.name)}
      text={said.sure.text}
      label={said.remove}
      send={() => remove({ id: feed.id })}
      onDone={onDone}
      onClose={onClose}
    />
  )
}
