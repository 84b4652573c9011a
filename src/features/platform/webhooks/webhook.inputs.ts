import { Field, InputType } from 'type-graphql'
import { findReceiverUrlError, receiverUrlErrors } from '#core/outbound/receiver-url'
import { combine, ItemCount, NormalizedUrl, NotNull, Rule, Text, withJsonSchema } from '#core/schema/checks'
import { eventNames, isEventName } from '../../../events.ts'

const findUrlError = (value: unknown) => (typeof value === 'string' ? findReceiverUrlError(value, () => true) : null)

/** Checks that do not depend on the allowed networks. */
const ReceiverUrl = () =>
  combine(
    Rule(
      'receiverUrl',
      { of: (value) => receiverUrlErrors[findUrlError(value) ?? 'scheme'] },
      (value) => !findUrlError(value),
    ),
    withJsonSchema({ format: 'uri', pattern: '^https://' }),
  )

const findUnknownEvent = (value: unknown): string | undefined =>
  Array.isArray(value)
    ? value.find((name) => typeof name === 'string' && name !== '*' && !isEventName(name))
    : undefined

const EventNames = () =>
  combine(
    ItemCount(1, 51),
    Rule(
      'eventNames',
      {
        of: (value) => {
          const unknown = findUnknownEvent(value)?.slice(0, 50)
          return {
            de: `kennt „*“ und ${eventNames.length} Ereignisse, nicht „${unknown}“`,
            en: `knows "*" and ${eventNames.length} events, not "${unknown}"`,
          }
        },
      },
      (value) => findUnknownEvent(value) === undefined,
    ),
    // Features may add events until the schema is built.
    withJsonSchema({
      items: {
        type: 'string',
        get enum() {
          return ['*', ...eventNames]
        },
      },
    }),
  )

@InputType({ description: 'The fields to change; null clears a field.' })
export class UpdateWebhookInput {
  @Field(() => String, { nullable: true, description: 'HTTPS address without user name and password; any port.' })
  @NotNull()
  @NormalizedUrl()
  @Text(2000)
  @ReceiverUrl()
  url?: string

  @Field(() => [String], { nullable: true, description: 'Names of the subscribed events, or `["*"]` for all.' })
  @NotNull()
  @EventNames()
  events?: string[]

  @Field(() => Boolean, { nullable: true })
  @NotNull()
  active?: boolean

  @Field(() => String, { nullable: true })
  @Text(500)
  description?: string | null
}

@InputType({ description: 'The webhook to create.' })
export class CreateWebhookInput extends UpdateWebhookInput {
  @Field(() => String, { description: 'HTTPS address without user name and password; any port.' })
  @NormalizedUrl()
  @Text(2000)
  @ReceiverUrl()
  override url!: string

  @Field(() => [String], { description: 'Names of the subscribed events, or `["*"]` for all.' })
  @EventNames()
  override events!: string[]
}
