import '../calendar.css'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import {
  type Assignment,
  CreateEventTypeDocument,
  EventTypeDocument,
  type EventTypeSettingsFragment,
  HostsDocument,
  type HostsQuery,
  UpdateEventTypeDocument,
} from '#schema/web/graphql'
import { useAllPages, useMutation, useQuery } from '../../graphql/client.ts'
import { type Outcome, pickField } from '../../graphql/fetch-graphql.ts'
import { t } from '../../i18n/locale.ts'
import { useSession } from '../../session.ts'
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { Checkbox, SelectField, TextAreaField, TextField } from '../../ui/field.tsx'
import { Form, type FormValues } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { ForbiddenState, QueryResult } from '../../ui/query-result.tsx'
import { type SaveVersion, VersionedForm } from '../../ui/versioned-form.tsx'
import { messages } from './booking.messages.ts'
import { useBookingPermissions } from './booking-permissions.ts'
import { bookingUrl, slugify, stripScheme } from './booking-url.ts'
import { QuestionsEditor, toDraftQuestions, toQuestionInput } from './questions-editor.tsx'

type Member = NonNullable<HostsQuery['members']>['members'][number]

export function BookingTypePage() {
  const { typeId = 'new' } = useParams({ strict: false })
  const { mayWrite } = useBookingPermissions()
  if (!mayWrite)
    return (
      <Page title={messages.create}>
        <div className="card">
          <ForbiddenState />
        </div>
      </Page>
    )
  return typeId === 'new' ? <NewBookingType /> : <EditBookingType key={typeId} id={typeId} />
}

const BackLink = () => (
  <Link to="/settings/booking" className="back">
    <ArrowLeft size={16} aria-hidden />
    {messages.back}
  </Link>
)

function NewBookingType() {
  const answer = useAllPages(HostsDocument, {})
  return (
    <Page title={messages.create} about={<BackLink />}>
      <div className="card narrow">
        <QueryResult query={answer} pick={({ members }) => members}>
          {({ members }) => <BookingTypeForm members={members} />}
        </QueryResult>
      </div>
    </Page>
  )
}

function EditBookingType({ id }: { id: string }) {
  const answer = useQuery(EventTypeDocument, { id })
  const hosts = useAllPages(HostsDocument, {})
  const { mayWriteOf } = useBookingPermissions()
  const name = answer.data?.eventType?.name
  return (
    <Page title={name ?? messages.name} about={<BackLink />}>
      <div className="card narrow">
        <QueryResult query={answer} pick={({ eventType }) => eventType}>
          {(type) =>
            mayWriteOf(type) ? (
              <QueryResult query={hosts} pick={({ members }) => members}>
                {({ members }) => (
                  <VersionedForm current={type} refetch={answer.retry} fieldNames={bookingTypeFieldLabels()}>
                    {(initial, save) => <BookingTypeForm type={initial} save={save} members={members} />}
                  </VersionedForm>
                )}
              </QueryResult>
            ) : (
              <ForbiddenState />
            )
          }
        </QueryResult>
      </div>
    </Page>
  )
}

const bookingTypeFieldLabels = () => ({
  ...{ name: messages.name, slug: messages.slug, description: messages.description, color: messages.color },
  ...{ durationMinutes: messages.durationMinutes, slotIntervalMinutes: messages.interval, limitPerDay: messages.limit },
  maximumNewBookingsPerDay: messages.newBookings,
  ...{
    bufferBeforeMinutes: messages.before,
    bufferAfterMinutes: messages.after,
    minimumNoticeMinutes: messages.notice,
  },
  ...{
    maximumDaysAhead: messages.ahead,
    userId: messages.hostField,
    assignment: messages.assignment,
    memberIds: messages.team,
  },
  ...{
    location: messages.place,
    questions: messages.parts.questions,
    requiresEmailVerification: messages.verification,
  },
  ...{ createClient: messages.createClient },
  active: messages.activeField,
})

const minutesPerUnit = { minutes: 1, hours: 60, days: 1440 } as const
type Unit = keyof typeof minutesPerUnit

/** The largest unit that represents the minutes as a whole number. */
const largestUnit = (minutes: number): Unit =>
  minutes > 0 && minutes % minutesPerUnit.days === 0
    ? 'days'
    : minutes > 0 && minutes % minutesPerUnit.hours === 0
      ? 'hours'
      : 'minutes'

const locationKinds = ['meet', 'phone', 'other'] as const
const assignments = ['host', 'round_robin', 'all'] as const
const integerInput = { inputMode: 'numeric', pattern: '[0-9]+' } as const
/** An empty field is null. */
const parseCount = (text = '') => (text.trim() === '' ? null : Number(text))

const defaultBookingType = {
  durationMinutes: 30,
  slotIntervalMinutes: 30,
  bufferBeforeMinutes: 0,
  bufferAfterMinutes: 0,
  minimumNoticeMinutes: 240,
  maximumDaysAhead: 60,
  location: 'meet',
  assignment: 'host',
  questions: [],
  memberIds: [],
  requiresEmailVerification: false,
  createClient: false,
  active: true,
} as const

interface BookingTypeFormProps {
  /** The booking type to edit and how to save it. Absent for a new one. */
  type?: EventTypeSettingsFragment
  save?: SaveVersion
  members: readonly Member[]
}

function BookingTypeForm({ type, save, members }: BookingTypeFormProps) {
  const { member: me } = useSession()
  const { mayWriteOfOthers } = useBookingPermissions()
  const [create] = useMutation(CreateEventTypeDocument)
  const [update] = useMutation(UpdateEventTypeDocument)
  const navigate = useNavigate()
  const known = type ?? defaultBookingType
  const [isSaved, setSaved] = useState(false)
  const [slug, setSlug] = useState(type?.slug)
  const [name, setName] = useState(type?.name ?? '')
  const [hostId, setHostId] = useState(type?.userId ?? me.id)
  const [assignment, setAssignment] = useState<Assignment>(known.assignment)
  const [place, setPlace] = useState(locationKind(known.location))
  const [questions, setQuestions] = useState(() => toDraftQuestions(known.questions))
  const [isTeamMissing, setTeamMissing] = useState(false)
  const hosts = members.filter(({ role }) => role === 'owner' || role === 'admin' || role === 'member')
  const host = members.find(({ id }) => id === hostId)
  const unit = largestUnit(known.minimumNoticeMinutes)
  const colors = messages.colors as Readonly<Record<string, string>>
  const color = type?.color ?? ''

  const send = async (filled: FormValues, data: FormData): Promise<Outcome<object> | undefined> => {
    setSaved(false)
    const memberIds = assignment === 'host' ? [] : data.getAll('memberIds').map(String)
    setTeamMissing(assignment !== 'host' && memberIds.length === 0)
    if (assignment !== 'host' && memberIds.length === 0) return undefined
    const input = {
      name: name.trim(),
      slug: (slug ?? slugify(name)).trim(),
      ...(hostId !== type?.userId && { userId: hostId }),
      description: filled.description?.trim() || null,
      color: filled.color || null,
      durationMinutes: Number(filled.durationMinutes),
      slotIntervalMinutes: parseCount(filled.slotIntervalMinutes),
      bufferBeforeMinutes: Number(filled.bufferBeforeMinutes),
      bufferAfterMinutes: Number(filled.bufferAfterMinutes),
      minimumNoticeMinutes: Number(filled.minimumNoticeMinutes) * minutesPerUnit[filled.unit as Unit],
      maximumDaysAhead: parseCount(filled.maximumDaysAhead),
      limitPerDay: parseCount(filled.limitPerDay),
      maximumNewBookingsPerDay: parseCount(filled.maximumNewBookingsPerDay),
      ...{ assignment, memberIds },
      location: place === 'other' ? (filled.location ?? '') : place,
      questions: toQuestionInput(questions),
      requiresEmailVerification: filled.requiresEmailVerification !== undefined,
      createClient: filled.createClient !== undefined,
      active: filled.active !== undefined,
    }
    if (!type || !save) return create({ input })
    return save((version) => pickField(update({ id: type.id, input, version }), 'updateEventType'))
  }
  const done = (_: object, isTypedOn: boolean) => (type ? setSaved(!isTypedOn) : navigate({ to: '/settings/booking' }))

  return (
    <div className="part">
      <Form send={send} onDone={done}>
        {({ errors, pathErrors, isBusy }) => (
          <>
            {type?.active && <CopyField label={messages.slug} text={bookingUrl(type.user.slug, type.slug)} />}
            <FormSection name="what">
              <div className="row">
                <TextField
                  label={messages.name}
                  name="name"
                  value={name}
                  onChange={({ currentTarget }) => setName(currentTarget.value)}
                  required
                  maxLength={100}
                  autoFocus={!type}
                  error={pathErrors.name}
                />
                <TextField
                  label={messages.slug}
                  name="slug"
                  hint={messages.slugHint(stripScheme(bookingUrl(host?.slug ?? '', '')))}
                  value={slug ?? slugify(name)}
                  onChange={({ currentTarget }) => setSlug(currentTarget.value)}
                  required
                  maxLength={60}
                  autoCapitalize="none"
                  spellCheck={false}
                  error={errors.slug}
                />
              </div>
              <TextAreaField
                label={messages.description}
                name="description"
                hint={messages.descriptionHint}
                defaultValue={type?.description ?? ''}
                maxLength={5000}
                error={errors.description}
              />
              <SelectField
                label={messages.color}
                name="color"
                options={color in colors ? colors : { ...colors, [color]: messages.otherColor(color) }}
                defaultValue={color}
                error={errors.color}
              />
            </FormSection>
            <FormSection name="when">
              <div className="row">
                <TextField
                  label={messages.durationMinutes}
                  name="durationMinutes"
                  defaultValue={known.durationMinutes}
                  required
                  {...integerInput}
                  error={errors.durationMinutes}
                />
                <TextField
                  label={messages.interval}
                  name="slotIntervalMinutes"
                  hint={messages.intervalHint}
                  defaultValue={known.slotIntervalMinutes === known.durationMinutes ? '' : known.slotIntervalMinutes}
                  {...integerInput}
                  error={errors.slotIntervalMinutes}
                />
                <TextField
                  label={messages.before}
                  name="bufferBeforeMinutes"
                  defaultValue={known.bufferBeforeMinutes}
                  required
                  {...integerInput}
                  error={errors.bufferBeforeMinutes}
                />
                <TextField
                  label={messages.after}
                  name="bufferAfterMinutes"
                  defaultValue={known.bufferAfterMinutes}
                  required
                  {...integerInput}
                  error={errors.bufferAfterMinutes}
                />
                <div className="with-unit">
                  <TextField
                    label={messages.notice}
                    name="minimumNoticeMinutes"
                    hint={messages.noticeHint}
                    defaultValue={known.minimumNoticeMinutes / minutesPerUnit[unit]}
                    required
                    {...integerInput}
                    error={errors.minimumNoticeMinutes}
                  />
                  <select className="input" name="unit" aria-label={messages.unit} defaultValue={unit}>
                    {Object.entries(messages.units).map(([each, text]) => (
                      <option key={each} value={each}>
                        {text}
                      </option>
                    ))}
                  </select>
                </div>
                <TextField
                  label={messages.ahead}
                  name="maximumDaysAhead"
                  hint={messages.aheadHint}
                  defaultValue={known.maximumDaysAhead ?? ''}
                  {...integerInput}
                  error={errors.maximumDaysAhead}
                />
                <TextField
                  label={messages.limit}
                  name="limitPerDay"
                  hint={messages.limitHint}
                  defaultValue={type?.limitPerDay ?? ''}
                  {...integerInput}
                  error={errors.limitPerDay}
                />
                <TextField
                  label={messages.newBookings}
                  name="maximumNewBookingsPerDay"
                  hint={messages.newBookingsHint}
                  defaultValue={type?.maximumNewBookingsPerDay ?? ''}
                  {...integerInput}
                  error={errors.maximumNewBookingsPerDay}
                />
              </div>
            </FormSection>
            <FormSection name="who">
              {mayWriteOfOthers && (
                <SelectField
                  label={messages.hostField}
                  name="userId"
                  hint={messages.hostHint}
                  options={Object.fromEntries(hosts.map(({ id, name: called }) => [id, called]))}
                  value={hostId}
                  onChange={({ currentTarget }) => setHostId(currentTarget.value)}
                  error={errors.userId}
                />
              )}
              <fieldset className="field">
                <legend>{messages.assignment}</legend>
                {assignments.map((each) => (
                  <Checkbox
                    key={each}
                    type="radio"
                    name="assignment"
                    value={each}
                    checked={assignment === each}
                    onChange={() => setAssignment(each)}
                    label={messages.assignments[each]}
                    hint={messages.assignmentHints[each]}
                  />
                ))}
              </fieldset>
              {assignment !== 'host' && (
                <fieldset className="field" aria-describedby={isTeamMissing ? 'team-missing' : undefined}>
                  <legend>{messages.team}</legend>
                  <div className="team">
                    {hosts
                      .filter(({ id }) => mayWriteOfOthers || id === me.id || type?.memberIds.includes(id))
                      .map(({ id, name: called }) => (
                        <Checkbox
                          key={id}
                          name="memberIds"
                          value={id}
                          label={called}
                          defaultChecked={type?.memberIds.includes(id) || (!type && id === me.id)}
                        />
                      ))}
                  </div>
                  <span className="field-error" id="team-missing" role="alert">
                    {isTeamMissing && messages.teamMissing}
                  </span>
                </fieldset>
              )}
            </FormSection>
            <FormSection name="where">
              <fieldset className="field">
                <legend>{messages.place}</legend>
                {locationKinds.map((each) => (
                  <Checkbox
                    key={each}
                    type="radio"
                    name="place"
                    value={each}
                    checked={place === each}
                    onChange={() => setPlace(each)}
                    label={messages.places[each]}
                    hint={messages.placeHints[each]}
                  />
                ))}
              </fieldset>
              {place === 'other' && (
                <TextField
                  label={messages.otherPlace}
                  name="location"
                  defaultValue={locationKind(known.location) === 'other' ? known.location : ''}
                  required
                  maxLength={500}
                  error={errors.location}
                />
              )}
            </FormSection>
            <FormSection name="questions">
              <p className="quiet">{messages.questionsText}</p>
              <QuestionsEditor questions={questions} onChange={setQuestions} pathErrors={pathErrors} />
              <Checkbox
                label={messages.verification}
                hint={messages.verificationHint}
                name="requiresEmailVerification"
                defaultChecked={known.requiresEmailVerification}
              />
            </FormSection>
            <FormSection name="more">
              <Checkbox
                label={messages.createClient}
                hint={messages.createClientHint}
                name="createClient"
                defaultChecked={known.createClient}
              />
              <Checkbox
                label={messages.activeField}
                hint={messages.activeHint}
                name="active"
                defaultChecked={known.active}
              />
            </FormSection>
            <div role="status" className={isSaved ? undefined : 'unseen'}>
              {isSaved && <Notice variant="good">{t.saved}</Notice>}
            </div>
            <div className="actions">
              <Button type="submit" variant="primary" isBusy={isBusy}>
                {type ? t.save : messages.submit}
              </Button>
              <Link to="/settings/booking" className="button" ignoreBlocker>
                {t.cancel}
              </Link>
            </div>
          </>
        )}
      </Form>
    </div>
  )
}

const locationKind = (location: string) => (location === 'meet' || location === 'phone' ? location : 'other')

const FormSection = ({ name, children }: { name: keyof typeof messages.parts; children: ReactNode }) => (
  <section className="group" aria-labelledby={`part-${name}`}>
    <h2 id={`part-${name}`}>{messages.parts[name]}</h2>
    {children}
  </section>
)
