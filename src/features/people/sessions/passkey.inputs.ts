import { ArgsType, Field } from 'type-graphql'
import { Name, Text } from '#core/schema/checks'
import { JSONValue } from '#core/schema/scalars'

@ArgsType()
export class PasskeyResponseArgs {
  @Field(() => String, { description: 'The `ticket` of the challenge.' })
  @Text(2000)
  ticket!: string

  @Field(() => JSONValue, { description: 'Response of the browser, as JSON.' })
  response!: unknown
}

@ArgsType()
export class CreatePasskeyArgs extends PasskeyResponseArgs {
  @Field(() => String, { description: 'Name of the passkey, for people.' })
  @Name(100)
  name!: string
}
