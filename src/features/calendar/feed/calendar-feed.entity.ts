import type { Hidden } from '@mikro-orm/core'
import { Entity, Property } from '@mikro-orm/decorators/legacy'
import { Field, ObjectType } from 'type-graphql'
import { TenantEntity } from '#core/database/entity'

/** A private URL for calendar subscriptions. */
@ObjectType({
  simpleResolvers: true,
  description: "A private address of the caller's calendar; the address itself is shown only when it is created.",
})
@Entity({ tableName: 'calendar_feeds' })
export class CalendarFeed extends TenantEntity {
  @Property({ type: 'uuid', hidden: true })
  userId!: Hidden<string>

  @Field(() => String, { description: 'Name of the feed, for people: where it is subscribed to.' })
  @Property({ type: 'text' })
  name!: string

  /** SHA-256 of the secret in its address. */
  @Property({ type: 'blob', columnType: 'bytea', hidden: true })
  hash!: Hidden<Buffer>
}
