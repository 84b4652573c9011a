import type { Collection, Hidden, Opt, Ref } from '@mikro-orm/core'

/** Loaded by the entity manager: mutable, with methods. */
interface Entity {
  createdAt: Opt<Date>
  version: Opt<number>
}

/**
 * The columns of an entity as read by SQL: no methods or hidden properties, references as ids, dates as text. Rows are for
 * output; load the entity to change it.
 */
export type Row<Type> = { [Key in keyof Type as ColumnName<Type, Key>]: Value<Type[Key]> }

/** The row of an entity; other types are rows already. */
export type ReadResult<Type> = Type extends Entity ? Row<Type> : Type

/** What a field is resolved from: a row after a read, an entity after a write. */
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

// The brand is an optional property, which only hidden types name.
type IsHidden<Held> = typeof Hidden.__hidden extends keyof NonNullable<Held> ? true : false

/** True for getters without a setter. */
type IsReadonly<Type, Key extends keyof Type> =
  IsSame<Pick<Type, Key>, { -readonly [Name in Key]: Type[Name] }> extends true ? false : true

type IsSame<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false
