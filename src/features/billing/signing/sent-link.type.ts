import { Field, ObjectType } from 'type-graphql'
import { ListCost } from '#core/schema/cost'
import { DateTime } from '#core/schema/scalars'

/** Never includes the token. */
@ObjectType({ simpleResolvers: true, description: 'A link to sign a document by, as its sender sees it.' })
export class SentLink {
  @ListCost(20)
  @Field(() => [String], { description: 'Addresses that it was mailed to.' })
  sentTo!: readonly string[]

  @Field(() => DateTime, { description: 'When it was mailed.' })
  sentAt!: Date

  @Field(() => DateTime, { nullable: true, description: 'When it was first opened; null where it was not.' })
  openedAt!: Date | null

  @Field(() => DateTime, { description: 'From when on it opens nothing.' })
  expiresAt!: Date

  @Field(() => DateTime, {
    nullable: true,
    description: 'When it was ended before that: withdrawn, answered, or another was sent.',
  })
  endedAt!: Date | null
}
