/** Control characters but line breaks and tabs, zero-width spaces and the mark of byte order: nobody types or sees them. */
const unseen = /(?![\n\r\t])[\p{Cc}\u200b\u2060\ufeff]/gu

/** Text as it is kept: without what nobody sees, and without half characters, which no database takes. */
export const readText = (text: string): string => text.replace(unseen, '').toWellFormed()

/** True where something of the text is seen; joiners, soft hyphens, marks of direction and blanks are not. */
export const isVisible = (text: string): boolean => /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u.test(text)

/** True where text breaks into no second line, by any of the breaks that `readText` leaves. */
export const isOneLine = (text: string): boolean => !/[\n\r\u2028\u2029]/.test(text)

/** True where text is read in the order in which it is written: nothing of it embeds, turns or isolates a direction (Unicode, UAX 9). */
export const isReadAsWritten = (text: string): boolean => !/[\u202a-\u202e\u2066-\u2069]/.test(text)

/** True where a database takes the text: none holds U+0000, nor half of a character. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')
