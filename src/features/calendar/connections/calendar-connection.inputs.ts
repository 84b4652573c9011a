import { Field, InputType } from 'type-graphql'
import { findReceiverUrlError, receiverUrlErrors } from '#core/outbound/receiver-url'
import {
  combine,
  ItemCount,
  Name,
  NormalizedUrl,
  NotNull,
  Rule,
  Text,
  UniqueItems,
  withJsonSchema,
} from '#core/schema/checks'
import { AllDayEntries } from './calendar-connection.entity.ts'

const findUrlError = (value: unknown) => (typeof value === 'string' ? findReceiverUrlError(value, () => true) : null)

/** Only what can be checked without the network policy. */
const ServerUrl = () =>
  combine(
    Rule(
      'serverUrl',
      { of: (value) => receiverUrlErrors[findUrlError(value) ?? 'scheme'] },
      (value) => !findUrlError(value),
    ),
    withJsonSchema({ format: 'uri', pattern: '^https://' }),
  )

@InputType({ description: 'An account at a calendar server.' })
export class CalendarAccountInput {
  @Field(() => String, {
    description:
      'HTTPS address of the server, of the account on it, or of one calendar: what is missing is found (RFC 6764).',
  })
  @NormalizedUrl()
  @Text(1000)
  @ServerUrl()
  url!: string

  @Field(() => String, { description: 'User name at the server.' })
  @Name()
  username!: string

  @Field(() => String, { description: 'Password, better one of its own for this connection. It is kept encrypted.' })
  @Text(500)
  password!: string
}

@InputType({ description: 'The account to connect.' })
export class CreateCalendarConnectionInput extends CalendarAccountInput {
  @Field(() => [String], {
    nullable: true,
    description: 'Names or addresses of the calendars to synchronize; all that the account has unless sent.',
  })
  @NotNull()
  @ItemCount(1, 20)
  @UniqueItems('No calendar twice.', String)
  calendars?: string[]

  @Field(() => String, {
    nullable: true,
    description:
      'Name or address of the calendar that events of Kontor are written into; the first that may be written to.',
  })
  @NotNull()
  @Text(1000)
  writeCalendar?: string

  @Field(() => AllDayEntries, {
    nullable: true,
    description: 'Whether busy all-day entries keep the member from being booked: `blocks` unless sent.',
  })
  @NotNull()
  allDay?: AllDayEntries
}

@InputType({ description: 'The fields to change.' })
export class UpdateCalendarConnectionInput {
  @Field(() => AllDayEntries, { nullable: true })
  @NotNull()
  allDay?: AllDayEntries
}
