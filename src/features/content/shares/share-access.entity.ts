import { Entity, Enum, Property } from '@mikro-orm/decorators/legacy'
import { Field, ObjectType, registerEnumType } from 'type-graphql'
import { TenantEntity } from '#core/database/entity'
import { UUID } from '#core/schema/scalars'

export enum ShareAccessKind {
  viewed = 'viewed',
  downloaded = 'downloaded',
  refused = 'refused',
}
registerEnumType(ShareAccessKind, {
  name: 'ShareAccessKind',
  description: 'What somebody did with a link: looked, downloaded, or entered a wrong password.',
})

/** A use of a link, kept for 90 days. */
@ObjectType({
  simpleResolvers: true,
  description:
    'One use of a link; kept for 90 days. Somebody who looks again and again is noted once in a quarter of an hour.',
})
@Entity({ tableName: 'share_accesses' })
export class ShareAccess extends TenantEntity {
  @Field(() => UUID, { description: 'Share that was used.' })
  @Property({ type: 'uuid' })
  shareId!: string

  @Field(() => ShareAccessKind, { description: 'What was done.' })
  @Enum({ items: () => ShareAccessKind, columnType: 'text' })
  kind!: ShareAccessKind

  @Field(() => String, { nullable: true, description: 'What was downloaded; null where nothing was.' })
  @Property({ type: 'text', nullable: true })
  name!: string | null

  @Field(() => String, {
    description: 'Where it came from, shortened: an IPv4 address without its last number, an IPv6 address by its /48.',
  })
  @Property({ type: 'text' })
  address!: string
}
