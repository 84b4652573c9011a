import { expect, test } from 'vitest'
import { Doc, encodeStateAsUpdate, XmlElement, XmlText } from 'yjs'
import { isStorableJson } from '#core/text/characters'
import { mergePageUpdates } from '#features/content/live/merge-updates'

test('what editors write is free of U+0000 before it is stored, and in the document that they share', () => {
  const doc = new Doc()
  const paragraph = new XmlElement('paragraph')
  paragraph.insert(0, [new XmlText('a\0b')])
  const empty = new XmlElement('paragraph')
  empty.insert(0, [new XmlText('\0')])
  doc.getXmlFragment('default').insert(0, [paragraph, empty])
  const merge = (added: Uint8Array) => mergePageUpdates({ stored: [], added: [added], put: null, most: 10_000 })
  const merged = merge(encodeStateAsUpdate(doc))
  expect(merged?.content.document.content?.[0]).toMatchObject({ content: [{ type: 'text', text: 'ab' }] })
  expect(isStorableJson(merged?.content.document)).toBe(true)
  expect(merge(merged?.state ?? new Uint8Array())?.edit).toBe(null)
})
