/** `lineItems` → `line_items`: GraphQL and TypeScript spelling to that of REST, webhooks and the database. A header's name stays. */
export const snakeCase = (name: string) => name.replace(/(?<!^|-)[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** What a sentence calls by a name of GraphQL, `` `lineItems` ``, by that of REST. */
export const toRestSpelling = (words: string | null | undefined) =>
  words?.replace(/`[a-z]+(?:[A-Z][a-z0-9]*)+`/g, (name) => snakeCase(name))

/** `line_items` → `lineItems`. */
export const camelCase = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
