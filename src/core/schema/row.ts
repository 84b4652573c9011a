import type { Collection, Hidden, Opt, Ref } from '@mikro-orm/core'

/** What is stored by an entity manager: it can be changed, and has methods. */
interface Entity {
  createdAt: Opt<Date>
  version: Opt<number>
}

/**
 * An entity's columns as a read in SQL answers them: no methods, nothing derived or hidden, references by their ids,
 * dates as PostgreSQL writes them. A row is for showing; to change something, load the entity.
 */
export type Row<Type> = { [Key in keyof Type as ColumnName<Type, Key>]: Value<Type[Key]> }

/** What a read of `Type` answers: rows where it is an entity, itself where it is the shape of a row already. */
export type ReadResult<Type> = Type extends Entity ? Row<Type> : Type

/** What a field is resolved from: a row where it was read, an entity where it was just changed. */
export type RowOrEntity<Type> = Type | Row<Type>

type ColumnName<Type, Key extends keyof Type> = Key extends 'organizationId' | symbol
  ? never
  : IsReadonly<Type, Key> extends true
    ? never
    : NonNullable<Type[Key]> extends (...parameters: never[]) => unknown
      ? never
      : NonNullable<Type[Key]> extends Collection<infer _>
        ? never
        : IsHidden<Type[Key]> extends true
          ? never
          : NonNullable<Type[Key]> extends Ref<infer _>
            ? `${Key & string}Id`
            : Key

type Value<Held> = Held extends Ref<infer _> ? string : Held extends Date ? string : Held

// The brand is an optional property: only a type that has it names it.
type IsHidden<Held> = typeof Hidden.__hidden extends keyof NonNullable<Held> ? true : false

/** A getter without a setter: it changes nothing to take `readonly` away from anything else. */
type IsReadonly<Type, Key extends keyof Type> =
  IsSame<Pick<Type, Key>, { -readonly [Name in Key]: Type[Name] }> extends true ? false : true

type IsSame<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false
