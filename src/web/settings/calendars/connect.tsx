import { useState } from 'react'
import {
  CreateCalendarConnectionDocument,
  FindCalendarsDocument,
  type FindCalendarsMutation,
} from '#schema/web/graphql'
import { useMutation } from '../../graphql/client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Check, Choice, Field } from '../../ui/field.tsx'
import { type Filled, Form } from '../../ui/form.tsx'
import { words } from '../../words/words.ts'
import { said as page } from './calendars.words.ts'

const said = page.connections

interface Account {
  url: string
  username: string
  password: string
}

type Found = FindCalendarsMutation['findCalendars']['calendars'][number]

interface ConnectProps {
  onClose: () => void
  onDone: (account: Account) => void
}

/** Connects an account elsewhere: first whose it is, then which of its calendars. */
export function Connect({ onClose, onDone }: ConnectProps) {
  const [account, setAccount] = useState<Account>({ url: 'https://', username: '', password: '' })
  const [found, setFound] = useState<readonly Found[]>()
  return (
    <Dialog title={found ? said.choose : said.connect} isOpen onClose={onClose} isQuestion>
      {found ? (
        <Choose {...{ account, found, onDone }} onBack={() => setFound(undefined)} />
      ) : (
        <Enter
          account={account}
          onClose={onClose}
          onFound={(entered, calendars) => {
            setAccount(entered)
            setFound(calendars)
          }}
        />
      )}
    </Dialog>
  )
}

interface EnterProps {
  account: Account
  onClose: () => void
  onFound: (account: Account, calendars: readonly Found[]) => void
}

function Enter({ account, onClose, onFound }: EnterProps) {
  const [find] = useMutation(FindCalendarsDocument)
  const send = async ({ url = '', username = '', password = '' }: Filled) => {
    const entered = { url: url.trim(), username: username.trim(), password }
    const outcome = await find({ input: entered })
    if (outcome.data) onFound(entered, outcome.data.findCalendars.calendars)
    return outcome
  }
  return (
    <Form send={send}>
      {({ wrong, isBusy }) => (
        <>
          <Field
            label={said.url}
            name="url"
            type="url"
            hint={said.urlHint}
            defaultValue={account.url}
            required
            maxLength={1000}
            autoFocus
            wrong={wrong.url}
          />
          <Field
            label={said.username}
            name="username"
            defaultValue={account.username}
            required
            autoCapitalize="none"
            spellCheck={false}
            wrong={wrong.username}
          />
          <Field
            label={said.password}
            name="password"
            type="password"
            hint={said.passwordHint}
            defaultValue={account.password}
            required
            maxLength={500}
            autoComplete="off"
            wrong={wrong.password}
          />
          <div className="actions">
            <Button onClick={onClose}>{words.cancel}</Button>
            <Button type="submit" look="primary" isBusy={isBusy}>
              {said.look}
            </Button>
          </div>
        </>
      )}
    </Form>
  )
}

interface ChooseProps {
  account: Account
  found: readonly Found[]
  onBack: () => void
  onDone: (account: Account) => void
}

/** Calendars of a connection at most. */
const most = 20

function Choose({ account, found, onBack, onDone }: ChooseProps) {
  const [connect] = useMutation(CreateCalendarConnectionDocument)
  const [chosen, setChosen] = useState<readonly string[]>(() => found.slice(0, most).map(({ url }) => url))
  const [flaw, setFlaw] = useState('')
  const writable = found.filter(({ url, writable: may }) => may && chosen.includes(url))
  const send = async ({ writeCalendar = '', ...filled }: Filled) => {
    const missing = chosen.length === 0 ? said.none : writable.length === 0 ? said.noneWritable : ''
    setFlaw(missing)
    if (missing) return undefined
    return connect({
      input: { ...account, calendars: [...chosen], writeCalendar, allDay: 'allDay' in filled ? 'blocks' : 'ignored' },
    })
  }
  return (
    <Form send={send} onDone={() => onDone(account)}>
      {({ wrong, isBusy }) => (
        <>
          <fieldset className="field" aria-describedby={flaw ? 'chosen-wrong' : undefined}>
            <legend>{said.chosen}</legend>
            {found.map(({ url, name, writable: may }, index) => (
              <Check
                key={url}
                name="calendars"
                value={url}
                label={name}
                hint={may ? undefined : said.readOnly}
                checked={chosen.includes(url)}
                autoFocus={index === 0}
                onChange={({ currentTarget }) =>
                  setChosen(currentTarget.checked ? [...chosen, url] : chosen.filter((each) => each !== url))
                }
              />
            ))}
            <span className="wrong" id="chosen-wrong" role="alert">
              {flaw || wrong.calendars}
            </span>
          </fieldset>
          {writable.length > 0 && (
            <Choice
              label={said.into}
              name="writeCalendar"
              options={Object.fromEntries(writable.map(({ url, name }) => [url, name]))}
              wrong={wrong.writeCalendar}
            />
          )}
          <Check label={said.allDay} name="allDay" hint={said.allDayHint} defaultChecked />
          <div className="actions">
            <Button onClick={onBack}>{said.back}</Button>
            <Button type="submit" look="primary" isBusy={isBusy}>
              {said.submit}
            </Button>
          </div>
        </>
      )}
    </Form>
  )
}
