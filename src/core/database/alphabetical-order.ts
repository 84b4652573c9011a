import { raw, type Sql } from 'sql-template-tag'

/**
 * A text in the order that people look names up by, "äpfel" before "Zebra": ICU's own, which is that of German and
 * English alike. Without it the order would be that of the database, which may be the one of code points.
 */
export const alphabeticalOrder = (column: string): Sql => raw(alphabeticalOrderSql(column))

/** The same for what is written as text. */
export const alphabeticalOrderSql = (column: string) => `${column} collate "und-x-icu"`
