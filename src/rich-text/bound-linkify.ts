import type MarkdownIt from 'markdown-it'

/** Longest bare URL that is recognized. */
const maxAddressLength = 2048

/**
 * Makes linkify-it run in linear time on texts full of bare URLs: a match is limited in length and not searched again
 * inside itself.
 */
export function boundLinkify({ linkify }: MarkdownIt) {
  const { testSchemaAt } = linkify
  let found = { text: '', start: 0, end: 0 }
  linkify.testSchemaAt = (text, schema, start) => {
    if (start > found.start && start < found.end && text === found.text) return 0
    const length = testSchemaAt.call(linkify, text.slice(0, start + maxAddressLength), schema, start)
    if (length > 0) found = { text, start, end: start + length }
    return length < maxAddressLength ? length : 0
  }
}
