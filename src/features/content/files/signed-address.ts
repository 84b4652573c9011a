import { Field, ObjectType } from 'type-graphql'
import { DateTime } from '#core/schema/scalars'

@ObjectType({ simpleResolvers: true, description: 'A temporary download address.' })
export class SignedAddress {
  @Field(() => String, { description: 'The address, which needs no token.' })
  url!: string

  @Field(() => DateTime, { description: 'When the address expires.' })
  expiresAt!: Date
}
