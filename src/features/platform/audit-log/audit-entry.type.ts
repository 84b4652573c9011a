import { Field, Int, ObjectType } from 'type-graphql'
import { EnumValues, withJsonSchema } from '#core/schema/checks'
import { Embed } from '#core/schema/rest'
import { DateTime, JSONValue, UUID } from '#core/schema/scalars'
import { auditActions, auditResources } from '../../../audit-actions.ts'

@ObjectType({ simpleResolvers: true, description: 'The actor of an audit log entry.' })
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

  @Field(() => DateTime, { description: 'When it happened.' })
  createdAt!: string

  @Embed('type', 'id', 'name')
  @Field(() => AuditActor, { description: 'Who did it.' })
  actor!: AuditActor

  @EnumValues(auditActions)
  @Field(() => String, { description: 'The action, such as `organization.updated`.' })
  action!: string

  @EnumValues(auditResources)
  @Field(() => String, { description: 'Type of the changed resource, such as `organization`.' })
  resource!: string

  @Field(() => UUID, { nullable: true, description: 'Id of the changed resource; null if it has none.' })
  resourceId!: string | null

  @withJsonSchema(fieldsByName)
  @Field(() => JSONValue, {
    nullable: true,
    description: 'Changed fields before the change; null if the resource was created.',
  })
  before!: unknown

  @withJsonSchema(fieldsByName)
  @Field(() => JSONValue, {
    nullable: true,
    description: 'Changed fields after the change; null if the resource was deleted.',
  })
  after!: unknown

  @Field(() => String, { description: 'Hash of the previous entry, in hexadecimal.' })
  previousHash!: string

  @Field(() => String, {
    description: 'SHA-256, in hexadecimal, of the previous hash and the content of this entry.',
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

@ObjectType({ simpleResolvers: true, description: 'Result of the verification of the audit log.' })
export class AuditVerification {
  @Field(() => Boolean, { description: 'Whether the whole chain is intact.' })
  valid!: boolean

  @Field(() => Int, { description: 'Number of intact entries before the first broken one.' })
  entries!: number

  @Field(() => UUID, {
    nullable: true,
    description: 'The first entry that was changed, or before which one was changed, removed or added; null if valid.',
  })
  firstBrokenId!: string | null

  @Field(() => Int, {
    nullable: true,
    description:
      'Number, from 1, of the first missing entry at the end, known from an anchor outside the database; null if none is missing.',
  })
  firstMissingSequence!: number | null
}
