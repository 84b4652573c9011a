import type MarkdownIt from 'markdown-it'

/** Characters of an address that is recognized without being marked as a link. */
const maxAddressLength = 2048

/**
 * Has a parser read a text with bare addresses in linear time: it looks for the end of each nearby, and not once more for those
 * within an address that it has found.
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
