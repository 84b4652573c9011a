import { raw, type Sql } from 'sql-template-tag'

/**
 * A text in the order that people look names up by, "äpfel" before "Zebra": ICU's own, which is that of German and
 * English alike. Without it the order would be that of the database, which may be the one of code points.
 */
export const alphabetical = (column: string): Sql => raw(alphabeticalText(column))

/** The same for what is written as text. */
export const alphabeticalText = (column: string) => `${column} collate "und-x-icu"`
