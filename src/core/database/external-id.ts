import { type Opt } from '@mikro-orm/core'
import { Property } from '@mikro-orm/decorators/legacy'
import { ArgsType, Field, InputType, ObjectType } from 'type-graphql'
import { conflict } from '#core/errors/problem'
import { Name, NotNull, Rule, withJsonSchema } from '#core/schema/checks'
import { ListArgs } from '#core/schema/list'
import { StringMap } from '#core/schema/scalars'
import { isStorable } from '#core/text/characters'
import { TenantEntity } from './entity.ts'

// Ids and notes of other systems, kept with our resources. Extend the entity and the inputs below, and declare the constraint
// `<table>_external_id_key: externalIdTaken`.

const most = { keys: 50, key: 40, value: 500 }

const externalIdWords = 'Id of the resource in another system; unique in the organization.'

@ObjectType({ simpleResolvers: true })
export abstract class ExternalIdEntity extends TenantEntity {
  @Field(() => String, { nullable: true, description: externalIdWords })
  @Property({ type: 'text', nullable: true })
  externalId: string | null = null

  @Field(() => StringMap, { description: 'Your own key-value pairs; Kontor stores them without interpreting them.' })
  @Property({ type: 'json', columnType: 'jsonb' })
  metadata: Opt<Record<string, string>> = {}
}

const withoutNull = '^[^\\u0000]*$'

/** Counts like JSON Schema: characters beyond the basic plane are one. */
const lengthOf = (text: string) => [...text].length

const Metadata = (): ((target: object, key: string) => void) => (target, key) => {
  const words = {
    de: `darf höchstens ${most.keys} Schlüssel mit je 1 bis ${most.key} Zeichen und Werten bis ${most.value} Zeichen haben`,
    en: `must have at most ${most.keys} keys of 1 to ${most.key} characters and values of up to ${most.value}`,
  }
  const holds = (value: unknown) => {
    const entries = Object.entries(value as Record<string, string>)
    return (
      entries.length <= most.keys &&
      entries.every(([key, text]) => key && lengthOf(key) <= most.key && lengthOf(text) <= most.value) &&
      entries.flat().every(isStorable)
    )
  }
  Rule('metadata', words, holds)(target, key)
  withJsonSchema({
    maxProperties: most.keys,
    propertyNames: { minLength: 1, maxLength: most.key, pattern: withoutNull },
    additionalProperties: { type: 'string', maxLength: most.value, pattern: withoutNull },
  })(target, key)
}

@InputType()
export abstract class ExternalIdInput {
  @Field(() => String, { nullable: true, description: externalIdWords })
  @Name()
  externalId?: string | null

  @Field(() => StringMap, {
    nullable: true,
    description: 'Your own key-value pairs; sent values replace the whole map.',
  })
  @NotNull()
  @Metadata()
  metadata?: Record<string, string>
}

@ArgsType()
export abstract class ExternalIdListArgs extends ListArgs {
  @Field(() => String, { nullable: true, description: 'Only the resource with this external id.' })
  @Name()
  externalId?: string
}

/** Error for the unique index of `external_id`. */
export const externalIdTaken = () =>
  conflict(
    'conflict',
    {
      de: 'Diese externe ID trägt schon ein anderer Datensatz.',
      en: 'Another resource has this external id.',
    },
    'externalId',
  )
