import { type RawValue, Sql } from 'sql-template-tag'

/**
 * A statement that only reads, by the way it is made: it begins with `select`, and PostgreSQL lets nothing be changed
 * further inside of one. What changes something is sent by `write`, which keeps the order.
 */
export class Select extends Sql {
  declare private readonly onlyReads: true
}

/** A statement of that kind: the tag is its first word, as in select`name from clients where …`. */
export const select = ([first, ...rest]: TemplateStringsArray, ...values: RawValue[]): Select =>
  new Select([`select ${first}`, ...rest], values)
