import { Field, Int, ObjectType } from 'type-graphql'
import { securityEventKinds } from '#core/access/security-event'
import { EnumValues } from '#core/schema/checks'
import { DateTime, UUID } from '#core/schema/scalars'

@ObjectType({ simpleResolvers: true, description: 'An entry of the security log.' })
export class SecurityLogEntry {
  @Field(() => UUID, { description: 'Identifies the entry.' })
  id!: string

  @Field(() => DateTime, { description: 'When it happened.' })
  createdAt!: string

  @EnumValues(securityEventKinds)
  @Field(() => String, {
    description:
      '`signed_in`, `sign_in_failed` (wrong password), `code_failed` (wrong second factor), `locked_out` (too many attempts), `session_ended`, `token_created` or `token_new_network` (an API token was used from a network for the first time).',
  })
  kind!: string

  @Field(() => UUID, { description: 'Member whose account it concerns.' })
  memberId!: string

  @Field(() => String, { nullable: true, description: 'Name of that member; null once they have left.' })
  memberName!: string | null

  @Field(() => UUID, { nullable: true, description: 'Member who caused it, if it was another one.' })
  actorId!: string | null

  @Field(() => String, { nullable: true, description: 'Browser and system, such as `Firefox, Windows`.' })
  device!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'Network of the request: an IPv4 address without its last octet, or the /48 of an IPv6 address.',
  })
  network!: string | null

  @Field(() => String, { nullable: true, description: 'Name of the API token.' })
  name!: string | null
}

@ObjectType({ simpleResolvers: true, description: 'A page of the security log.' })
export class SecurityLogEntryList {
  @Field(() => [SecurityLogEntry], { description: 'Entries of this page, newest first unless sorted.' })
  entries!: SecurityLogEntry[]

  @Field(() => Int, { description: 'Number of entries over all pages.' })
  total!: number
}
