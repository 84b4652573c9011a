/** `lineItems` → `line_items`: from GraphQL and TypeScript to REST, webhooks and the database. Header names stay. */
export const snakeCase = (name: string) => name.replace(/(?<!^|-)[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Converts quoted names in a sentence, `` `lineItems` ``, to REST spelling. */
export const toRestSpelling = (words: string | null | undefined) =>
  words?.replace(/`[a-z]+(?:[A-Z][a-z0-9]*)+`/g, (name) => snakeCase(name))

/** `line_items` → `lineItems`. */
export const camelCase = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
