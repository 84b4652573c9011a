import { Field, Int, ObjectType } from 'type-graphql'
import { EnumValues, withJsonSchema } from '#core/schema/checks'
import { Embed } from '#core/schema/rest'
import { DateTime, JSONValue, UUID } from '#core/schema/scalars'
import { auditActions, auditResources } from '../../../audit-actions.ts'

@ObjectType({ simpleResolvers: true, description: 'Who did what the audit log tells.' })
export class AuditActor {
  @EnumValues(['user', 'public', 'system', 'assistant'])
  @Field(() => String, { description: 'Kind of actor: `user`, `public`, `system` or `assistant`.' })
  type!: string

  @Field(() => UUID, { nullable: true, description: 'Id of the member; null for every other kind of actor.' })
  id!: string | null

  @Field(() => String, { description: 'Name of the actor at that time.' })
  name!: string
}

const fieldsByName = { type: 'object', additionalProperties: true }

/** How entries are hashed: docs/audit-log.md. */
@ObjectType({ simpleResolvers: true, description: 'One change, bound by its hash to the one before it.' })
export class AuditEntry {
  @Field(() => UUID, { description: 'Identifies the entry.' })
  id!: string

  @Field(() => DateTime, { description: 'When it was done.' })
  createdAt!: string

  @Embed('type', 'id', 'name')
  @Field(() => AuditActor, { description: 'Who did it.' })
  actor!: AuditActor

  @EnumValues(auditActions)
  @Field(() => String, { description: 'What was done, such as `organization.updated`.' })
  action!: string

  @EnumValues(auditResources)
  @Field(() => String, { description: 'Kind of thing it was done to, such as `organization`.' })
  resource!: string

  @Field(() => UUID, { nullable: true, description: 'Id of the thing; null where it has none.' })
  resourceId!: string | null

  @withJsonSchema(fieldsByName)
  @Field(() => JSONValue, {
    nullable: true,
    description: 'The fields that changed, as they were; null where there was nothing before.',
  })
  before!: unknown

  @withJsonSchema(fieldsByName)
  @Field(() => JSONValue, {
    nullable: true,
    description: 'The fields that changed, as they became; null where there is nothing any more.',
  })
  after!: unknown

  @Field(() => String, { description: 'Hash of the entry before, in hexadecimal.' })
  previousHash!: string

  @Field(() => String, {
    description: 'SHA-256, in hexadecimal, over the hash of the entry before and what this one says.',
  })
  hash!: string
}

@ObjectType({ simpleResolvers: true, description: 'A page of the audit log.' })
export class AuditEntryList {
  @Field(() => [AuditEntry], { description: 'Entries of this page, newest first unless sorted.' })
  entries!: AuditEntry[]

  @Field(() => Int, { description: 'Number of entries over all pages.' })
  total!: number
}

@ObjectType({ simpleResolvers: true, description: 'Whether every entry is as it was written, and none is missing.' })
export class AuditVerification {
  @Field(() => Boolean, { description: 'True where the whole chain holds.' })
  valid!: boolean

  @Field(() => Int, { description: 'How many entries hold, in their order, up to the first that does not.' })
  entries!: number

  @Field(() => UUID, {
    nullable: true,
    description: 'The first entry that was changed, or before which one was changed, removed or added; null if valid.',
  })
  firstBrokenId!: string | null

  @Field(() => Int, {
    nullable: true,
    description:
      'Number of the first entry that is missing at the end, counted from 1: an anchor outside the database knows of it. Null where none is.',
  })
  firstMissingSequence!: number | null
}
