import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import {
  type Assignment,
  CreateEventTypeDocument,
  type EventTypeSettingsFragment,
  UpdateEventTypeDocument,
} from '#schema/web/graphql'
import { useMutation } from '../../graphql/client.ts'
import { type Outcome, pickField } from '../../graphql/fetch-graphql.ts'
import { t } from '../../i18n/locale.ts'
import { useSession } from '../../session.ts'
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { Checkbox, SelectField, TextAreaField, TextField } from '../../ui/field.tsx'
import { Form, type FormValues } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { SaveVersion } from '../../ui/versioned-form.tsx'
import { messages } from './booking.messages.ts'
import { BookingHostFields, type Member } from './booking-host-fields.tsx'
import { BookingTimeFields, minutesPerUnit, type Unit } from './booking-time-fields.tsx'
import { bookingUrl, slugify, stripScheme } from './booking-url.ts'
import { FormSection } from './form-section.tsx'
import { QuestionsEditor, toDraftQuestions, toQuestionInput } from './questions-editor.tsx'

const locationKinds = ['meet', 'phone', 'other'] as const
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

export function BookingTypeForm({ type, save, members }: BookingTypeFormProps) {
  const { member: me } = useSession()
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
  const host = members.find(({ id }) => id === hostId)
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
            <BookingTimeFields type={type} defaults={known} errors={errors} />
            <BookingHostFields
              {...{ type, members, hostId, setHostId, assignment, setAssignment, isTeamMissing, errors }}
            />
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
