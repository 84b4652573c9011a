import { Field, InputType } from 'type-graphql'
import { documented, Items, NotNull, Text } from '#core/graphql/checks'
import { eventNames } from '../../../events.ts'

@InputType({ description: 'The fields to change; null clears.' })
export class UpdateWebhookInput {
  @Field(() => String, { nullable: true, description: 'https, without credentials; any port.' })
  @NotNull()
  @Text(2000)
  @documented({ format: 'uri', pattern: '^https://' })
  url?: string

  @Field(() => [String], { nullable: true, description: 'Event names, or `["*"]` for all.' })
  @NotNull()
  @Items(1, 51)
  @documented({ items: { type: 'string', enum: ['*', ...eventNames] } })
  events?: string[]

  @Field(() => Boolean, { nullable: true })
  @NotNull()
  active?: boolean

  @Field(() => String, { nullable: true })
  @Text(500)
  description?: string | null
}

@InputType()
export class CreateWebhookInput extends UpdateWebhookInput {
  @Field(() => String, { description: 'https, without credentials; any port.' })
  @Text(2000)
  @documented({ format: 'uri', pattern: '^https://' })
  override url!: string

  @Field(() => [String], { description: 'Event names, or `["*"]` for all.' })
  @Items(1, 51)
  @documented({ items: { type: 'string', enum: ['*', ...eventNames] } })
  override events!: string[]
}
