import type { EventTypeSettingsFragment } from '#schema/web/graphql'
import type { Problem } from '../../graphql/fetch-graphql.ts'
import { TextField } from '../../ui/field.tsx'
import { messages } from './booking.messages.ts'
import { FormSection } from './form-section.tsx'

export const minutesPerUnit = { minutes: 1, hours: 60, days: 1440 } as const
export type Unit = keyof typeof minutesPerUnit

/** The largest unit that represents the minutes as a whole number. */
const largestUnit = (minutes: number): Unit =>
  minutes > 0 && minutes % minutesPerUnit.days === 0
    ? 'days'
    : minutes > 0 && minutes % minutesPerUnit.hours === 0
      ? 'hours'
      : 'minutes'

const integerInput = { inputMode: 'numeric', pattern: '[0-9]+' } as const

interface BookingTimeFieldsProps {
  type: Pick<EventTypeSettingsFragment, 'limitPerDay' | 'maximumNewBookingsPerDay'> | undefined
  defaults: Pick<
    EventTypeSettingsFragment,
    | 'durationMinutes'
    | 'slotIntervalMinutes'
    | 'bufferBeforeMinutes'
    | 'bufferAfterMinutes'
    | 'minimumNoticeMinutes'
    | 'maximumDaysAhead'
  >
  errors: Problem['fields']
}

/** How long bookings are, how far apart and how many. */
export function BookingTimeFields({ type, defaults, errors }: BookingTimeFieldsProps) {
  const unit = largestUnit(defaults.minimumNoticeMinutes)
  return (
    <FormSection name="when">
      <div className="row">
        <TextField
          label={messages.durationMinutes}
          name="durationMinutes"
          defaultValue={defaults.durationMinutes}
          required
          {...integerInput}
          error={errors.durationMinutes}
        />
        <TextField
          label={messages.interval}
          name="slotIntervalMinutes"
          hint={messages.intervalHint}
          defaultValue={defaults.slotIntervalMinutes === defaults.durationMinutes ? '' : defaults.slotIntervalMinutes}
          {...integerInput}
          error={errors.slotIntervalMinutes}
        />
        <TextField
          label={messages.before}
          name="bufferBeforeMinutes"
          defaultValue={defaults.bufferBeforeMinutes}
          required
          {...integerInput}
          error={errors.bufferBeforeMinutes}
        />
        <TextField
          label={messages.after}
          name="bufferAfterMinutes"
          defaultValue={defaults.bufferAfterMinutes}
          required
          {...integerInput}
          error={errors.bufferAfterMinutes}
        />
        <div className="with-unit">
          <TextField
            label={messages.notice}
            name="minimumNoticeMinutes"
            hint={messages.noticeHint}
            defaultValue={defaults.minimumNoticeMinutes / minutesPerUnit[unit]}
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
          defaultValue={defaults.maximumDaysAhead ?? ''}
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
  )
}
