import { useState } from 'react'
import {
  CreateCalendarConnectionDocument,
  FindCalendarsDocument,
  type FindCalendarsMutation,
} from '#schema/web/graphql'
import { useMutation } from '../../graphql/client.ts'
import { t } from '../../i18n/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Checkbox, SelectField, TextField } from '../../ui/field.tsx'
import { Form, type FormValues } from '../../ui/form.tsx'
import { messages as page } from './calendars.messages.ts'

const messages = page.connections

interface CalendarAccount {
  url: string
  username: string
  password: string
}

type FoundCalendar = FindCalendarsMutation['findCalendars']['calendars'][number]

interface ConnectCalendarDialogProps {
  onClose: () => void
  onDone: (account: CalendarAccount) => void
}

/** Connects a calendar account: first the credentials, then the calendars. */
export function ConnectCalendarDialog({ onClose, onDone }: ConnectCalendarDialogProps) {
  const [account, setAccount] = useState<CalendarAccount>({ url: 'https://', username: '', password: '' })
  const [found, setFound] = useState<readonly FoundCalendar[]>()
  return (
    <Dialog title={found ? messages.choose : messages.connect} isOpen onClose={onClose} isQuestion>
      {found ? (
        <CalendarChoiceForm {...{ account, found, onDone }} onBack={() => setFound(undefined)} />
      ) : (
        <AccountForm
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

interface AccountFormProps {
  account: CalendarAccount
  onClose: () => void
  onFound: (account: CalendarAccount, calendars: readonly FoundCalendar[]) => void
}

function AccountForm({ account, onClose, onFound }: AccountFormProps) {
  const [find] = useMutation(FindCalendarsDocument)
  const send = async ({ url = '', username = '', password = '' }: FormValues) => {
    const entered = { url: url.trim(), username: username.trim(), password }
    const outcome = await find({ input: entered })
    if (outcome.data) onFound(entered, outcome.data.findCalendars.calendars)
    return outcome
  }
  return (
    <Form send={send}>
      {({ errors, isBusy }) => (
        <>
          <TextField
            label={messages.url}
            name="url"
            type="url"
            hint={messages.urlHint}
            defaultValue={account.url}
            required
            maxLength={1000}
            autoFocus
            error={errors.url}
          />
          <TextField
            label={messages.username}
            name="username"
            defaultValue={account.username}
            required
            autoCapitalize="none"
            spellCheck={false}
            error={errors.username}
          />
          <TextField
            label={messages.password}
            name="password"
            type="password"
            hint={messages.passwordHint}
            defaultValue={account.password}
            required
            maxLength={500}
            autoComplete="off"
            error={errors.password}
          />
          <div className="actions">
            <Button onClick={onClose}>{t.cancel}</Button>
            <Button type="submit" variant="primary" isBusy={isBusy}>
              {messages.look}
            </Button>
          </div>
        </>
      )}
    </Form>
  )
}

interface CalendarChoiceFormProps {
  account: CalendarAccount
  found: readonly FoundCalendar[]
  onBack: () => void
  onDone: (account: CalendarAccount) => void
}

const maxCalendars = 20

function CalendarChoiceForm({ account, found, onBack, onDone }: CalendarChoiceFormProps) {
  const [connect] = useMutation(CreateCalendarConnectionDocument)
  const [chosen, setChosen] = useState<readonly string[]>(() => found.slice(0, maxCalendars).map(({ url }) => url))
  const [flaw, setFlaw] = useState('')
  const writable = found.filter(({ url, writable: may }) => may && chosen.includes(url))
  const send = async ({ writeCalendar = '', ...filled }: FormValues) => {
    const missing = chosen.length === 0 ? messages.none : writable.length === 0 ? messages.noneWritable : ''
    setFlaw(missing)
    if (missing) return undefined
    return connect({
      input: { ...account, calendars: [...chosen], writeCalendar, allDay: 'allDay' in filled ? 'blocks' : 'ignored' },
    })
  }
  return (
    <Form send={send} onDone={() => onDone(account)}>
      {({ errors, isBusy }) => (
        <>
          <fieldset className="field" aria-describedby={flaw ? 'chosen-error' : undefined}>
            <legend>{messages.chosen}</legend>
            {found.map(({ url, name, writable: may }, index) => (
              <Checkbox
                key={url}
                name="calendars"
                value={url}
                label={name}
                hint={may ? undefined : messages.readOnly}
                checked={chosen.includes(url)}
                autoFocus={index === 0}
                onChange={({ currentTarget }) =>
                  setChosen(currentTarget.checked ? [...chosen, url] : chosen.filter((each) => each !== url))
                }
              />
            ))}
            <span className="field-error" id="chosen-errors" role="alert">
              {flaw || errors.calendars}
            </span>
          </fieldset>
          {writable.length > 0 && (
            <SelectField
              label={messages.into}
              name="writeCalendar"
              options={Object.fromEntries(writable.map(({ url, name }) => [url, name]))}
              error={errors.writeCalendar}
            />
          )}
          <Checkbox label={messages.allDay} name="allDay" hint={messages.allDayHint} defaultChecked />
          <div className="actions">
            <Button onClick={onBack}>{messages.back}</Button>
            <Button type="submit" variant="primary" isBusy={isBusy}>
              {messages.submit}
            </Button>
          </div>
        </>
      )}
    </Form>
  )
}
